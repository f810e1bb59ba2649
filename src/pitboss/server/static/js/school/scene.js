// The table of a question: real cards and chips on the felt, and cards inside a sentence.
import { card, inFelt, mini, stack } from "../felt/board/pieces.js";
import { capital, el, money } from "../words.js";

const MOST_FANNED = 7;
const FACE_DOWN = "??";

export function drawScene({ scene, felt, dark }) {
	if (!scene) return null;
	const { dealer, seats, asked = [], shown = [], chips = [], own } = scene;
	const isEmpty = ({ hands, bets }) => !hands.length && !bets.length;
	if (!dealer.length && !shown.length && !chips.length && seats.every(isEmpty)) return null;
	const name = (seat) => (seat === own ? `You, seat ${seat}` : `Seat ${seat}`);
	const sides = seats.map(({ seat, hands, bets }) =>
		side(
			name(seat),
			...places(hands),
			isEmpty({ hands, bets })
				? el("span", { class: "ring", "aria-hidden": "true" })
				: spots(bets, asked.length < bets.length ? asked : [], seat),
		),
	);
	const node = el(
		"div",
		{ class: sides.length > 1 ? "scene crowded" : "scene", role: "group", "aria-label": "The table" },
		dealer.length ? side("Dealer", ...places(dealer)) : null,
		...shown.map((hand) => side(hand.at, ...places([hand]))),
		chips.length ? side("", spots(chips, [], null)) : null,
		...sides,
	);
	return inFelt(node, { felt, dark });
}

const side = (title, ...parts) =>
	el("section", { class: "side-of-table" }, title ? el("h2", {}, title) : null, ...parts);

// The hands of a seat, each with its name; cards that are all face down are one hand.
const places = (dealt) => {
	const cards = dealt.flatMap((each) => each.cards);
	const hands = cards.length && cards.every((text) => text === FACE_DOWN) ? [{ cards }] : dealt;
	const many = hands.length > 1;
	const hand = ({ at, cards }) =>
		el(
			"figure",
			{},
			el("div", { class: cards.length > MOST_FANNED ? "fan wide" : "fan" }, ...cards.map((text) => card({ text }))),
			many && at ? el("figcaption", {}, at === "dealer" ? "Drawn" : capital(at)) : null,
		);
	return hands.length ? [el("div", { class: "places" }, ...hands.map(hand))] : [];
};

// Chips by spot; `chip` is the value of each chip if their sum is part of the question.
function spots(bets, asked, seat) {
	if (!bets.length) return null;
	const spot = ({ bet, title, cents, chip }) =>
		el(
			"span",
			{ class: `spot-bet${asked.includes(bet) ? " asked" : ""}`, "data-spot": seat == null ? null : `${seat} ${bet}` },
			chip || cents ? stack(chip ?? cents) : el("span", { class: "ring", "aria-hidden": "true" }),
			chip ? el("b", {}, `${money(chip)} each`) : cents ? el("b", {}, money(cents)) : null,
			title ? el("small", {}, title) : null,
		);
	return el("div", { class: "places" }, ...bets.map(spot));
}

// What leads up to a question, the last motions and the bets to settle in lines of their own, and the question itself.
export function askedWords(words) {
	const [, context, question] = words.match(/^(.*[.!])\s+([^.!]*\?)$/s) ?? [null, "", words];
	const lines = context.split(/ (?=Last: |Settle in this order: )/).filter(Boolean);
	return [lines.map((line) => el("p", {}, ...withCards(line))), withCards(question)];
}

const CARDS = /((?:10|[2-9AKQJ])[♣♦♥♠])/;
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

// A sentence with its cards drawn.
export const withCards = (words) =>
	words
		.split(CARDS)
		.map((part, place) => (place % 2 ? mini(`${part.startsWith("10") ? "T" : part[0]}${SUITS[part.at(-1)]}`) : part));
