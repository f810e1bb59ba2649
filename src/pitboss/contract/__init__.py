"""What every game owes the engine: the checks of `pitboss check`, the same for our games and for those from outside."""
