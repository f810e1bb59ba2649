"""What the dealer's events draw on the felt, in a real Chromium: every golden transcript, event by event."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from pitboss.games import GAMES
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from server.support.pages import NewPage, open_table

pytestmark = pytest.mark.browser
TRANSCRIPTS = Path(__file__).resolve().parents[2] / "games" / "transcripts"
DRAW = """async ([events, front, stop]) => {
    const { Felt } = await import("/static/js/felt/felt.js");
    const { Dealer } = await import("/static/js/felt/dealer.js");
    const stage = document.querySelector(".stage");
    const felt = new Felt(stage, `/api/tables/${location.pathname.split("/")[2]}/layout`);
    await felt.draw(front);
    const dealer = new Dealer(felt);
    dealer.catchesUp = true;
    let left = stop ?? events.length;
    for (const event of events) { if (left-- <= 0) break; await dealer.act(event); }
    await new Promise((done) => setTimeout(done, 50));
    const cards = [...felt.live.querySelectorAll("[data-card]")];
    return {
        cards: cards.map((card) => card.dataset.card),
        sideways: cards.filter((card) => card.style.transform.includes("rotate(90deg)")).length,
        tokens: [...felt.live.querySelectorAll("[data-token]")].map((token) => token.dataset.token),
        waiting: felt.bets.tokens.filter((token) => token.at).length,
        totals: [...felt.live.querySelectorAll(".pill.total")].map((pill) => pill.textContent),
        chips: Object.fromEntries([...felt.bets.stakes].map(([key, { amount }]) => [key, amount])),
        tucked: felt.piles.piles.filter((pile) => pile.lies === "tucked").map((pile) => pile.at),
        lifted: cards.filter((card) => card.counts).map((card) => card.dataset.card),
        tops: Object.fromEntries(cards.map((card) => [card.dataset.card, card.getBoundingClientRect().top])),
        rights: cards.map((card) => card.getBoundingClientRect().right),
        hands: felt.piles.piles.filter((pile) => pile.seat === front).map((pile) => pile.at),
    };
}"""


def events_of(game: str, ending: str) -> list[dict[str, object]]:
    text = (TRANSCRIPTS / game / f"{ending}.txt").read_text(encoding="utf-8")
    return [event.as_data() for event in replay_whole(read_text(text.split("\n\n", maxsplit=1)[0], GAMES)).events]


def drawn(page: Page, events: list[dict[str, object]], front: int = 1, until: str | None = None, nth: int = 1) -> Any:
    """What lies on the felt after these events, or after the nth of one kind."""
    stop = None
    if until is not None:
        stop = [number for number, event in enumerate(events, 1) if event["event"] == until][nth - 1]
    return page.evaluate(DRAW, [events, front, stop])


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", list(GAMES))
def test_every_ending_of_a_game_is_drawn_and_leaves_no_chip_and_no_token(
    new_page: NewPage, game: str, width: int
) -> None:
    page = new_page(width, 844)
    open_table(page, game)
    for path in sorted((TRANSCRIPTS / game).glob("*.txt")):
        found = drawn(page, events_of(game, path.stem), front=2)
        assert found["chips"] == {}, path.stem
        assert found["tokens"] == [], path.stem


def test_FB_6_tokens_lie_beside_their_hands_and_then_before_the_pot_of_gold(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "free-bet")
    events = events_of("free-bet", "four-hands-with-seven-tokens")
    first = drawn(page, events, until="token-placed")
    assert (first["tokens"], first["waiting"]) == (["split"], 0)
    last = drawn(page, events, until="token-placed", nth=7)
    assert (sorted(last["tokens"]), last["waiting"]) == (["double"] * 4 + ["split"] * 3, 0)
    assert sorted(last["hands"]) == ["hand-1", "hand-2", "hand-3", "hand-4"]
    placed = [event for event in events if event["event"] == "tokens-picked-up"]
    before = drawn(page, events, until="tokens-picked-up", nth=len(placed))
    assert before["waiting"] == 7
    assert drawn(page, events, until="tokens-locked-up")["tokens"] == []


def test_FB_a_bust_original_lies_sideways_under_its_wager_and_a_doubles_card_across(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "free-bet")
    events = events_of("free-bet", "dealer-22-with-a-sideways-hand")
    laid = next(event for event in events if event["event"] == "laid-sideways")
    found = drawn(page, events, front=int(str(laid["seat"])), until="laid-sideways")
    assert found["sideways"] >= 3  # a hand that busts has at least three cards
    assert found["chips"][f"{laid['seat']}|main|1"] > 0
    doubled = events_of("free-bet", "four-hands-with-seven-tokens")
    assert drawn(page, doubled)["sideways"] == 0  # all picked up in the end
    assert drawn(page, doubled, until="token-placed", nth=7)["sideways"] == 3  # the seventh card is to come


def test_FB_10_a_settled_hand_is_tucked_under_push_22(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "free-bet")
    events = events_of("free-bet", "all-bust-with-a-Push-22-to-settle")
    seat = next(int(str(event["seat"])) for event in events if event["event"] == "tucked")
    assert drawn(page, events, front=seat, until="tucked")["tucked"] == ["hand-1"]


def test_the_five_cards_that_count_are_lifted_out_of_their_rows(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "beat-the-dealer")
    events = events_of("beat-the-dealer", "showdown")
    reads = [event for event in events if event["event"] == "hand-read"]
    own = next(number for number, event in enumerate(reads, 1) if event.get("seat") == 1)
    five = reads[own - 1]["cards"]
    assert isinstance(five, list)
    found = drawn(page, events, until="hand-read", nth=own)
    assert sorted(found["lifted"]) == sorted(five)
    up = [event for event in events if event["event"] == "dealt" and event.get("seat") is None]
    board = [str(event["card"]) for event in up if not str(event["at"]).startswith("dealer")]
    rest = [card for card in board if card not in five]
    assert rest  # some card of the board does not count, and lies lower than those that do
    assert max(found["tops"][card] for card in board if card in five) < min(found["tops"][card] for card in rest)


def test_totals_are_those_that_the_events_call(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "roll-your-own")
    events = events_of("roll-your-own", "dealer-stands")
    kinds = [event["event"] for event in events]
    events = events[: kinds.index("discarded", kinds.index("moved"))]  # what is picked up is called no more
    called: dict[tuple[object, object], object] = {}
    for event in events:
        if event["event"] in ("dealt", "turned", "moved"):
            place = (event.get("seat"), event.get("to", event["at"]) if event.get("seat") else "dealer")
            called[place] = event.get("makes", called.get(place) if event.get("seat") is None else None)
    found = drawn(page, events)
    assert sorted(found["totals"]) == sorted(str(total) for total in called.values() if total)
    assert found["totals"]


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("game", ["free-bet", "roll-your-own"])
def test_all_cards_of_a_long_hand_of_the_dealers_lie_on_the_felt(new_page: NewPage, game: str, width: int) -> None:
    page = new_page(width, 844)
    open_table(page, game)
    places = {"2c": "up-card", "2d": "hole-card"} | dict.fromkeys(["2h", "2s", "3c", "3d", "3h"], "dealer")
    dealt: list[dict[str, object]] = [{"event": "dealt", "card": card, "at": at} for card, at in places.items()]
    found = drawn(page, dealt)
    assert len(found["rights"]) == len(places)
    assert max(found["rights"]) <= width


def test_the_dealers_total_is_the_last_one_even_if_a_card_falls_while_another_is_turned(new_page: NewPage) -> None:
    page = new_page(moves=True)
    open_table(page, "roll-your-own")
    totals = page.evaluate("""async () => {
        const { Felt } = await import("/static/js/felt/felt.js");
        const stage = document.querySelector(".stage");
        const felt = new Felt(stage, `/api/tables/${location.pathname.split("/")[2]}/layout`);
        await felt.draw(1);
        await felt.piles.deal({ card: "6c", at: "up-card" });
        await felt.piles.deal({ card: "??", at: "hole-card" });
        const turned = felt.piles.turnUp({ card: "9c", at: "hole-card", makes: "15" });
        await Promise.all([turned, felt.piles.deal({ card: "9h", at: "dealer", makes: "24" })]);
        return [...felt.live.querySelectorAll(".pill.total")].map((pill) => pill.textContent);
    }""")
    assert totals == ["24"]
