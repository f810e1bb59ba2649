"""pitboss: a casino rule sheet, dealt, proved and taught."""

__version__ = "0.1.0"
