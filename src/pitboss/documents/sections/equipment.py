"""Report sections on the table: equipment, shuffler settings, procedure, and the text of the sign."""

from __future__ import annotations

from pitboss.documents.blocks import (
    Block,
    Definitions,
    Grid,
    GridCell,
    Paragraph,
    Picture,
    Points,
    Section,
    count,
    words,
)
from pitboss.documents.filings.rule_sheet import clauses_under
from pitboss.documents.inputs.material import Material
from pitboss.documents.sections.option_words import setting_words
from pitboss.games.procedure import procedure_of
from pitboss.layout.draw import draw_layout
from pitboss.layout.plan import plan_for
from pitboss.layout.scale.inscriptions import inscriptions
from pitboss.money import show_money
from pitboss.play.refused import Refused


def equipment_part(material: Material) -> Section:
    """Build the section on cards, shuffling, seats, betting spots and the felt."""
    game, rules = material.game, material.rules
    pack = game.whole_pack(rules)
    jokers = sum(card.is_joker for card in pack)
    items = [
        ("Cards", words(count(len(pack)), f" cards{f', {jokers} of them jokers' if jokers else ''}, 52 to a deck."))
    ]
    if game.cut_card is None:
        items.append(("Shuffle", words("A fresh shuffle of the whole pack for every round.")))
    else:
        items.append(
            (
                "Shoe",
                words(
                    "Dealt from a shoe until fewer than ",
                    count(game.cut_card(rules)),
                    " cards are left, then shuffled.",
                ),
            )
        )
    if game.burns:
        items.append(("Burn cards", words(count(game.burns), " card of a new shoe, unseen.")))
    items.append(("Seats", words(count(game.seats(rules)), " seats, numbered from the dealer's left.")))
    items.append(("Smallest chip", words(show_money(rules.chip), "; every wager is a multiple of it (C-1).")))
    items.append(("Discard rack", words("As high as a stack of ", count(len(pack)), " cards.")))
    items += [
        ("At the table", words(f"{each.sentence} ({each.source})")) for each in clauses_under(game.name, "table", rules)
    ]
    spots = ", ".join(bet.title for bet in material.bets)
    items.append(("Spots of one seat", words(f"{spots}.")))
    blocks: list[Block] = [Definitions(tuple(items)), *equipment_grids(material)]
    try:
        alt = f"The felt of {game.title}: {game.seats(rules)} betting positions, each with its spots: {spots}."
        blocks.append(
            Picture(
                draw_layout(game, rules, game.seats(rules)),
                alt,
                "Layout as seen by the players; Annex C has the drawing to scale",
            )
        )
    except Refused:
        blocks.append(Paragraph(words("No layout drawing is available for this game.")))
    return Section("equipment", "Equipment", tuple(blocks))


def procedure_part(material: Material) -> Section:
    """Build the section with every motion and its clause."""
    try:
        motions = procedure_of(material.game.name)
    except Refused as refused:
        return Section("procedure", "Procedure", (Paragraph(words(f"{refused.reason}.")),))
    rows = tuple(
        (motion.motion, motion.who, f"{motion.does}, until {motion.ends}", motion.clause) for motion in motions.values()
    )
    lead = Paragraph(words("The motions of a round in order, each with the clause of the rule sheet that requires it."))
    table = Grid("Motions", ("motion", "by", "description", "clause"), rows, wide=("description",), key="motions")
    return Section("procedure", "Procedure", (lead, table))


_BLANK = "\u00a0" * 40
"""Space to write in by hand."""


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
    later = Grid("Wagers offered during the round", ("wager", "pays"), offered, wide=("pays",), key="sign offered")
    inscribed = [
        each.words for each in inscriptions(game, plan_for(game, rules), rules) if each.where.startswith("bow")
    ]
    aggregate = getattr(rules, "aggregate", None)
    lines = [
        *dict.fromkeys(inscribed),
        *([f"Aggregate: the house pays no more than {show_money(aggregate)} in one round"] if aggregate else []),
        f"Every wager is a multiple of {show_money(rules.chip)}",
        "Odds are “to 1”: the stake comes back with the winnings",
        "Malfunction of equipment or a misdeal voids the round; every wager goes back",
        *(setting_words(rules, (each,)) for each in rules.settings()),
    ]
    blocks: list[Block] = [
        Paragraph(words("Text of the sign at the table. The limits are those of the rules analysed.")),
        limits,
        *([later] if offered else []),
        Points(tuple(words(f"{line.rstrip('.')}.") for line in lines)),
    ]
    return Section("sign", "Sign at the table", tuple(blocks))


def equipment_grids(material: Material) -> tuple[Grid, Grid]:
    """Return the list of equipment with blanks for the makers, and the settings of the shuffler."""
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
