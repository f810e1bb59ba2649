"""The page's felt drawn from events alone, and checks of its layout."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from pitboss.games import GAMES
from pitboss.layout.on_page import page_plan
from pitboss.play.records.record_reader import read_text
from pitboss.play.round import replay_whole
from pitboss.server.tables.present import bet_info

TRANSCRIPTS = Path(__file__).resolve().parents[2] / "games" / "transcripts"

DRAW = """async ([game, events, front, stop, asked, coached]) => {
    const { Board } = await import("/static/js/felt/board/board.js");
    const { TableModel } = await import("/static/js/felt/board/model.js");
    const stage = document.querySelector(".stage");
    const model = new TableModel();
    Object.assign(model, { front, units: new Map(), ridden: new Map(game.plan.spots.map((s) => [s.bet, s.rides])) });
    model.deciding = game.plan.dealer.find((place) => place.large)?.at;
    for (const event of events.slice(0, stop ?? events.length)) {
        if (event.event === "wagered") model.units.set(`${event.seat}|${event.bet}`, event.amount);
        model.act(event);
    }
    const numbers = Array.from({ length: game.seats }, (_, n) => n + 1);
    const seats = Object.fromEntries(numbers.map((n) => [n, { nick: `Player ${n}`, bets: {}, bot: true }]));
    const view = { model, plan: game.plan, setup: { bets: game.bets, seats: game.seats }, front,
        isMine: true, name: "You",
        table: { seats, state: events.length ? "dealing" : "betting", offer: null }, you: { seat: front },
        owner: "yours", marked: asked ?? [], choices: {}, open: !events.length, bets: {}, isOffered: () => false,
        title: (bet) => bet };
    document.querySelector(".coach")?.remove();
    if (coached) {
        const { coach } = await import("/static/js/table/walk.js");
        stage.after(coach("Round over. Press a result to see why, or Replay to go through it."));
    }
    stage.replaceChildren();
    const board = new Board(stage, {});
    board.draw(view, { isStill: true });
    const cards = [...board.node.querySelectorAll("[data-card]")];
    return {
        cards: cards.map((card) => card.dataset.card),
        tokens: model.tokens.map((token) => token.free),
        waiting: model.tokens.filter((token) => token.at).length,
        totals: [...board.node.querySelectorAll(".pill.total")].map((pill) => pill.textContent),
        chips: Object.fromEntries(model.stakes),
        sideways: model.piles.filter((pile) => pile.lies === "sideways").map((pile) => pile.at),
        tucked: model.piles.filter((pile) => pile.lies === "tucked").map((pile) => pile.at),
        played: cards.filter((card) => card.classList.contains("plays")).map((card) => card.dataset.card),
        hands: model.piles.filter((pile) => pile.seat === front).map((pile) => pile.at),
        results: [...board.node.querySelectorAll(".hand .pill.result")].map((pill) => pill.textContent),
        columns: [...board.node.querySelectorAll(".hand[data-hand]")].map((hand) =>
            hand.querySelector(".pill.result")?.textContent ?? ""),
        history: model.history,
        slots: Object.fromEntries(model.piles.filter((pile) => pile.seat == null)
            .map((pile) => [pile.at, pile.cards.map((card) => card.text).join(" ")])),
    };
}"""

FAULTS = """() => {
    const faults = [];
    const felt = document.querySelector(".felt");
    const shown = (node) => node.checkVisibility({ visibilityProperty: true, opacityProperty: true })
        && !node.closest(".sr, [aria-hidden=true] svg") && getComputedStyle(node).clipPath === "none";
    const box = (node) => node.getBoundingClientRect();
    const meets = (a, b, by = 1) => a.left < b.right - by && b.left < a.right - by && a.top < b.bottom - by
        && b.top < a.bottom - by;
    const cut = (rect, node) => { // what is left of a text that its box cuts off
        let { left, right, top, bottom } = rect;
        for (let at = node; at !== felt; at = at.parentElement) {
            if (getComputedStyle(at).overflowX === "visible") continue;
            const edge = box(at);
            [left, right] = [Math.max(left, edge.left), Math.min(right, edge.right)];
        }
        return { left, right, top, bottom };
    };
    const textsIn = (box) => {
        const texts = [];
        const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            const parent = node.parentElement;
            if (!node.data.trim() || !shown(parent) || parent.closest(".sr, svg")) continue;
            const range = document.createRange();
            range.selectNodeContents(node);
            const words = node.data.trim();
            const rects = parent.matches(".key") ? [parent.getBoundingClientRect()] : range.getClientRects();
            for (const rect of rects) texts.push({ words, rect: box === felt ? cut(rect, parent) : rect, parent });
        }
        return texts;
    };
    const texts = textsIn(felt);
    for (const { words, parent } of texts) {
        const size = parseFloat(getComputedStyle(parent).fontSize);
        if (size < 13) faults.push(`small: ${words} at ${size} px`);
    }
    for (const hand of felt.querySelectorAll(".hand.turn")) for (const { words, rect, parent } of texts)
        if (!hand.contains(parent) && meets(box(hand), rect, 2)) faults.push(`covered by a hand: ${words}`);
    const bar = [...document.querySelectorAll(".actions")].flatMap(textsIn);
    bar.forEach((one, n) => bar.slice(n + 1).forEach((two) => {
        if (one.parent !== two.parent && meets(one.rect, two.rect, 1)) faults.push(`bar: ${one.words} / ${two.words}`);
    }));
    for (const node of document.querySelectorAll(".table *")) {
        const own = [...node.childNodes].some((one) => one.nodeType === Node.TEXT_NODE && one.data.trim());
        if (!own || !shown(node) || node.closest("svg")) continue;
        const size = parseFloat(getComputedStyle(node).fontSize);
        if (size < 11) faults.push(`tiny: ${node.textContent} at ${size} px`);
    }
    texts.forEach((one, n) => texts.slice(n + 1).forEach((two) => {
        if (one.parent === two.parent || !meets(one.rect, two.rect, 2)) return;
        faults.push(`texts: ${one.words} / ${two.words}`);
    }));
    for (const node of document.querySelectorAll(".table button, .table a, .table [role=button]")) {
        if (!shown(node) || node.closest(".guide")) continue;
        const { width, height } = box(node);
        if (width < 43.5 || height < 43.5) faults.push(`target: ${node.textContent.trim()} ${width}x${height}`);
    }
    const rail = box(felt);
    const own = box(felt.querySelector(".own"));
    const edge = 1;
    if (own.left < rail.left - edge || own.right > rail.right + edge || own.bottom > rail.bottom + edge)
        faults.push("own area outside the rail");
    if (innerWidth > 1000 && own.width < 0.45 * rail.width) faults.push(`own area ${own.width} of ${rail.width}`);
    const wide = felt.clientLeft; // of the rail
    const [rx, ry] = innerWidth > 720 && innerHeight > 480
        ? [0.46 * rail.width - wide, 0.24 * rail.height - wide] : [0, 0];
    const out = (x, y) => {
        const dx = Math.max(rx - (x - rail.left - wide), rx - (rail.right - wide - x), 0);
        const dy = Math.max(y - (rail.bottom - wide) + ry, 0);
        return y > rail.bottom - wide || (dx > 0 && dy > 0 && (dx / rx) ** 2 + (dy / ry) ** 2 > 1);
    };
    for (const { words, rect, parent } of texts) {
        if (!parent.closest(".spot")) continue;
        const { left, right, bottom } = parent.matches(".pill") ? box(parent) : rect;
        const round = parent.matches(".pill") ? 8 : 0; // its corners are round
        if (out(left + round, bottom - 2) || out(right - round, bottom - 2)) faults.push(`over the rail: ${words}`);
    }
    for (const hand of felt.querySelectorAll(".hand")) for (const money of hand.querySelectorAll(".tag, .result")) {
        const [a, b] = [box(money), box(hand)];
        if (a.left < b.left - 1 || a.right > b.right + 1) faults.push(`money outside its hand: ${money.textContent}`);
    }
    for (const card of felt.querySelectorAll(".card")) {
        const { left, right } = box(card);
        if (left >= rail.left - edge && right <= rail.right + edge) continue;
        faults.push(`card off the felt: ${card.dataset.card}`);
    }
    for (const card of document.querySelectorAll(".dealer .card, .own .card"))
        for (const pod of felt.querySelectorAll(".pod"))
            if (shown(pod) && meets(box(card), box(pod))) faults.push(`pod under a card: ${card.dataset.card}`);
    for (const card of felt.querySelectorAll(".dealer :is(.card, .slot), .board :is(.card, .slot)"))
        for (const other of felt.querySelectorAll(".own .spot, .own .hand, .own .last"))
            if (shown(card) && shown(other) && meets(box(card), box(other)))
                faults.push(`card under: ${other.innerText}`);
    const rows = [...felt.querySelectorAll(".trios, .spots")].map((row) => [...row.querySelectorAll(".spot")]);
    for (const row of rows) for (const kind of ["main", "small"]) {
        const bottoms = row.filter((one) => one.classList.contains(kind) && shown(one))
            .map((one) => box(one.querySelector(".ring")).bottom);
        if (Math.max(...bottoms) - Math.min(...bottoms) > 1) faults.push(`uneven row of ${kind} spots`);
    }
    const rings = [...felt.querySelectorAll(".spot")].filter(shown).map(box);
    rings.forEach((one, n) => rings.slice(n + 1).forEach((two) => {
        if (meets(one, two)) faults.push("spots touch");
    }));
    const coach = document.querySelector(".coach");
    for (const node of coach ? felt.querySelectorAll(".spot, .card") : [])
        if (meets(box(coach), box(node))) faults.push("coach over the felt");
    if (document.documentElement.scrollWidth > innerWidth) faults.push("wider than the screen");
    return faults;
}"""
"""Finds layout faults of a table: texts, sizes, targets, rail, money, spots, coach."""


def events_of(game: str, ending: str) -> list[dict[str, Any]]:
    """Return the events of a golden transcript."""
    text = (TRANSCRIPTS / game / f"{ending}.txt").read_text(encoding="utf-8")
    return [event.as_data() for event in replay_whole(read_text(text.split("\n\n", maxsplit=1)[0], GAMES)).events]


def drawn(
    page: Page, game: str, events: list[dict[str, Any]], *, front: int = 1, until: str | None = None, nth: int = 1,
    asked: list[str] | None = None, coached: bool = False,
) -> Any:  # fmt: skip
    """Return the contents of the felt after these events, or after the nth of one kind."""
    stop = None
    if until is not None:
        stop = [number for number, event in enumerate(events, 1) if event["event"] == until][nth - 1]
    rules = GAMES[game].rules()
    info = {
        "plan": page_plan(GAMES[game], rules), "bets": [bet_info(bet) for bet in GAMES[game].bets(rules)],
        "seats": GAMES[game].seats(rules),
    }  # fmt: skip
    return page.evaluate(DRAW, [info, events, front, stop, asked, coached])


def faults(page: Page) -> list[str]:
    """Return the layout faults of the table."""
    found: list[str] = page.evaluate(FAULTS)
    return found
