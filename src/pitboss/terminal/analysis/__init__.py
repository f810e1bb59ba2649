"""Commands that print an analysis: odds, risk, protection, simulation, reports and documents."""
