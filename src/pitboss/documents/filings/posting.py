"""What is posted and used at the table: the text of the sign, the equipment, and the settings of the shuffler."""

from __future__ import annotations

from pitboss.documents.blocks import Block, Grid, Paragraph, Points, Section, words
from pitboss.documents.blocks.tree import GridCell
from pitboss.documents.figures.option_words import option_title, value_words
from pitboss.documents.inputs.material import Material
from pitboss.layout.plan import plan_for
from pitboss.layout.scale.inscriptions import inscriptions
from pitboss.money import show_money

_BLANK = "\u00a0" * 40
"""Room to write in."""


def sign_part(material: Material) -> Section:
    """Build the text of the sign at the table, as regulators want it posted."""
    rules, game = material.rules, material.game
    rows = tuple(
        (bet.title, show_money(bet.least), show_money(bet.most), bet.payout) for bet in material.bets if not bet.in_play
    )
    limits = Grid(
        f"{game.title}: limits and payout odds",
        ("wager", "minimum", "maximum", "pays"),
        rows,
        wide=("pays",),
        key="sign",
    )
    offered = tuple((bet.title, bet.payout) for bet in material.bets if bet.in_play)
    later = Grid("Wagers that the dealer offers", ("wager", "pays"), offered, wide=("pays",), key="sign offered")
    said = [each.words for each in inscriptions(game, plan_for(game, rules), rules) if each.where.startswith("bow")]
    aggregate = getattr(rules, "aggregate", None)
    lines = [
        *dict.fromkeys(said),
        *([f"Aggregate: the house pays no more than {show_money(aggregate)} in one round"] if aggregate else []),
        f"Every wager is a multiple of {show_money(rules.chip)}",
        "Odds are “to 1”: the stake comes back with the winnings",
        "Malfunction of equipment or a misdeal voids the round; every wager goes back",
        *(
            f"{option_title(rules, name)}: {value_words(value)}"
            for name, _, value in (each.partition("=") for each in rules.settings())
        ),
    ]
    blocks: list[Block] = [
        Paragraph(words("The text of the sign, ready to be printed. Limits are those of the rules analysed here.")),
        limits,
        *([later] if offered else []),
        Points(tuple(words(f"{line.rstrip('.')}.") for line in lines)),
    ]
    return Section("sign", "Sign at the table", tuple(blocks))


def equipment_grids(material: Material) -> tuple[Grid, Grid]:
    """Return the list of equipment with blank makers, and the settings of the shuffler."""
    game, rules = material.game, material.rules
    pack = game.whole_pack(rules)
    jokers = sum(card.is_joker for card in pack)
    decks = (len(pack) - jokers) // 52
    shoe = game.cut_card is not None
    cards = f"{decks} deck{'s' * (decks > 1)}, {len(pack)} cards" + (f", {jokers} of them jokers" if jokers else "")
    items: list[tuple[GridCell, ...]] = [
        ("table and layout", "1", f"{game.seats(rules)} betting positions; dimensions in the annex", _BLANK),
        ("cards", cards, "one back colour, plastic or casino paper, inspected before use", _BLANK),
        ("shuffler", "1", "batch shuffler with card count, or hand shuffle", _BLANK),
        *([("shoe", "1", f"for {len(pack)} cards", _BLANK)] if shoe else []),
        *([("cut card", "2", "coloured, without an edge that can be felt", _BLANK)] if shoe else []),
        ("discard rack", "1", f"height of {len(pack)} cards, marked by deck", _BLANK),
        *([("Free Bet tokens", f"{4 * game.seats(rules)} or more", "of one colour, no cash value", _BLANK)]
          if game.provides.felt and "token" in game.sentence.lower() else []),
        ("chip tray, chips", "1", f"smallest chip {show_money(rules.chip)}", _BLANK),
        ("sign", "1", "limits and odds as in the section on the sign", _BLANK),
    ]  # fmt: skip
    heads = ("item", "number", "specification", "maker, model, serial number")
    equipment = Grid(
        "Equipment", heads, tuple(items), "To be filled in by the applicant.", wide=heads[2:], key="equipment"
    )
    after = (
        f"when fewer than {game.cut_card(rules)} cards are left" if game.cut_card is not None else "after every round"
    )
    settings: tuple[tuple[GridCell, ...], ...] = (
        ("cards in a full batch", str(len(pack)), "count verified at every shuffle; a wrong count is a red light"),
        ("decks; jokers", f"{decks}; {jokers}", "card recognition, if any, set to this composition"),
        (
            "mode",
            "batch, not continuous",
            "a continuous shuffler changes what can be counted; the figures assume batches",
        ),
        ("shuffle", after, "the whole pack, uniformly (C-3)"),
        ("cut", "by a player or the dealer" if shoe else "by the dealer, if at all", "no effect on any figure"),
        (
            "burn",
            f"{game.burns} card{'s' * (game.burns != 1)}" if game.burns else "none",
            "face down, after each shuffle",
        ),
        ("red light", "stop", "see irregularities and remedies"),
    )
    machine = Grid("Shuffler settings", ("setting", "value", "remark"), settings, wide=("remark",), key="shuffler")
    return equipment, machine
