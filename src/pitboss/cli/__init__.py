"""The `pitboss` command line. A command either runs, or fails with a one-sentence message."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from pitboss import __version__
from pitboss.cli.command import HELP, HELP_MEANS, no_such_option, plain_parser
from pitboss.cli.commands import COMMANDS
from pitboss.play.records.text_file import in_words
from pitboss.play.refused import Refused, rather
from pitboss.terminal.screen import log_to_stderr, open_streams, printable

REFUSED = 2
"""The exit code if a request is refused."""
MAX_WORD_LENGTH = 250
"""The maximum length of a word in a message; longer words are shortened."""
SENTENCE = "Casino table games from their rule sheets: dealt, proved and taught. Play money throughout."
VERSION = "--version"
HELP_WORD = "help"


def run_command(args: Sequence[str]) -> None:
    """Run the command that these arguments name."""
    if not args:
        _alone()
        return
    first, *rest = args
    if first in COMMANDS:
        COMMANDS[first].run_with(rest)
    elif first in HELP or first == HELP_WORD:
        _help_on(rest)
    elif first == VERSION:
        sys.stdout.write(f"pitboss {__version__}\n")
    elif first.startswith("-"):
        raise no_such_option(first, [VERSION, HELP[1]])
    else:
        raise _unknown_command(first)


def _help_on(words: Sequence[str]) -> None:
    """Show the help of all commands, or of the one named."""
    if not words:
        show_help()
    elif words[0] in COMMANDS:
        COMMANDS[words[0]].show_help()
    else:
        raise _unknown_command(words[0])


def _unknown_command(word: str) -> Refused:
    return Refused("no-such-command", f"unknown command {word!r}: {rather(word, COMMANDS)}")


def _alone() -> None:
    """Without arguments, open the menu, or show help if there is no terminal."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        show_help()
        return
    from pitboss.terminal.play.deal_command import menu

    menu()


def show_help() -> None:
    """Print every command with its description."""
    parser = plain_parser("pitboss", "pitboss [OPTIONS] COMMAND ...", SENTENCE)
    options, commands = parser.add_argument_group("options"), parser.add_argument_group("commands")
    options.add_argument(VERSION, action="store_true", help="show the version")
    options.add_argument(*HELP, action="store_true", help=HELP_MEANS)
    for command in COMMANDS.values():
        commands.add_argument(command.name, help=command.sentence)
    sys.stdout.write(parser.format_help())


def main() -> None:
    """Run a command. A failure prints one sentence, never a traceback."""
    open_streams()
    log_to_stderr()
    sys.exit(run(sys.argv[1:]))


def run(args: Sequence[str]) -> int:
    """Run a command and return its exit code. Refusals go to standard error."""
    try:
        run_command(args)
        sys.stdout.flush()
    except Refused as refused:
        return _refuse(refused.reason)
    except SystemExit as ended:  # the command has printed its message and chosen its exit code
        return ended.code if isinstance(ended.code, int) else 1
    except BrokenPipeError:
        return _stop_writing()
    except (KeyboardInterrupt, EOFError):
        return 130
    except OSError as error:
        return _refuse(
            f"cannot open{_of_what(error)}: {in_words(error)}" if error.filename else f"system error: {in_words(error)}"
        )
    except Exception as error:  # a bug: report it in one sentence
        from pitboss.games import fault_of_a_game  # not needed for help

        if fault := fault_of_a_game(error):
            return _refuse(fault)
        return _refuse(f"unexpected error, please report it: {type(error).__name__}: {error}")
    return 0


def _of_what(error: OSError) -> str:
    """Return the file or address that the error names, if any."""
    return f" {error.filename!r}" if error.filename else ""


def _refuse(sentence: str) -> int:
    """Print what is wrong, after all regular output."""
    try:
        sys.stdout.flush()
        sys.stderr.write(f"pitboss: {' '.join(map(_shown, sentence.split()))}\n")
        sys.stderr.flush()
    except BrokenPipeError:
        return _stop_writing()
    return REFUSED


def _shown(word: str) -> str:
    """Return a word safe to print, shortened in the middle if it is very long."""
    return printable(word if len(word) <= MAX_WORD_LENGTH else f"{word[:60]}…{word[-20:]}", MAX_WORD_LENGTH)


def _stop_writing() -> int:
    """Stop writing: the reader closed the pipe."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 1
