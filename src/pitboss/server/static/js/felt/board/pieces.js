// The pieces of a table: cards, chips, tokens, pills, icons. Cards and icons come from one sprite.
// Cards, cards in a line of text and chips are custom elements that draw themselves from one attribute.
import { chip, DENOMINATIONS } from "../chips.js";
import { el, money, signedMoney, svg } from "../../words.js";

const SPRITE = new URL("../../../sprite.svg", import.meta.url).pathname;
const MOST_CHIPS = 8;
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const NAMES = "ace king queen jack ten nine eight seven six five four three two".split(" ");
const RANKS = Object.fromEntries([..."AKQJT98765432"].map((rank, place) => [rank, NAMES[place]]));

const use = (name, place = {}) => svg("use", { href: `${SPRITE}#${name}`, ...place });

export const icon = (name) =>
	svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use(`i-${name}`));

const INKS = { c: "var(--card-club, #191512)", d: "var(--card-diamond, #b3202a)", h: "#b3202a", s: "#191512" };
const COURTS = { J: "jack", Q: "queen", K: "king" };
const FACE = /^c-([2-9TJQKA])([cdhs])$/;

// The centres of a card's pips: those of the upper half, mirrored below, and those drawn once.
const MIDDLE = "70 70";
const pair = (y) => [`54.5 ${y}`, `85.5 ${y}`];
const PIPS = {
	2: [["70 22"], []],
	3: [["70 22"], [MIDDLE]],
	4: [pair(22), []],
	5: [pair(22), [MIDDLE]],
	6: [pair(22), pair(70)],
	7: [pair(22), ["70 46", ...pair(70)]],
	8: [[...pair(22), "70 46"], pair(70)],
	9: [[...pair(22), ...pair(53.7)], [MIDDLE]],
	T: [[...pair(22), ...pair(53.7), "70 37.8"], []],
};

const pip = (suit, at, size) => use(`s-${suit}`, { transform: `translate(${at}) scale(${size}) translate(-10 -10)` });

function pipsOf(rank, suit) {
	if (rank === "A") return [pip(suit, "68 84", 2.2)];
	const [upper, once] = PIPS[rank].map((points) => points.map((at) => pip(suit, at, 0.825)));
	const lower = svg("g", { transform: "rotate(180 70 70)" }, ...upper.map((one) => one.cloneNode()));
	return [...upper, ...once, lower];
}

function courtOf(rank, suit) {
	const half = () => use(COURTS[rank]);
	const whole = { transform: "translate(66 70) scale(1.55)", fill: "hd".includes(suit) ? "#b3202a" : "#1f3f6b" };
	const corner = () => pip(suit, "54 20", 0.55);
	return [
		use("frame", { stroke: INKS[suit] }),
		svg("g", whole, half(), svg("g", { transform: "rotate(180 2.3 0)" }, half())),
		corner(),
		svg("g", { transform: "rotate(180 69.5 70)" }, corner()),
	];
}

const PRINT = {
	x: 20,
	y: 36,
	"font-family": "var(--serif)",
	"font-weight": 700,
	"font-size": 38,
	"text-anchor": "middle",
};
const NARROW = { textLength: 30, lengthAdjust: "spacingAndGlyphs" }; // two figures in the room of one

function indexOf(rank, suit) {
	const text = svg("text", { ...PRINT, ...(rank === "T" ? NARROW : {}) });
	text.textContent = rank === "T" ? "10" : rank;
	return [text, pip(suit, "20 56", 1.15)];
}

const faceOf = ([, rank, suit]) => [
	use("face"),
	svg("g", { fill: INKS[suit] }, ...indexOf(rank, suit), ...(COURTS[rank] ? courtOf : pipsOf)(rank, suit)),
];

// A drawing: a card (c-7h, c-back, c-joker), a chip (chip-25), the token or the shoe.
export function art(name, attributes = {}) {
	const face = name.match(FACE);
	const dollars = name.match(/^chip-(\d+)$/);
	const viewBox = face ? "0 0 100 140" : dollars ? "-21 -21 42 42" : null;
	const inside = face ? faceOf(face) : [dollars ? chip(dollars[1] * 100) : use(name)];
	return svg("svg", { "aria-hidden": "true", viewBox, ...attributes }, ...inside);
}

export const cardName = (text) => {
	if (text === "??") return "face-down card";
	return text === "Jk" ? "joker" : `${RANKS[text[0]]} of ${SUITS[text[1]]}`;
};

const picture = (text) => (text === "??" ? "c-back" : text === "Jk" ? "c-joker" : `c-${text}`);

// The index once more, small and upside down in the lower left corner, for the covered cards of a fan.
const secondIndex = (text) =>
	svg(
		"g",
		{ class: "second", fill: INKS[text[1]], transform: "translate(26 137) rotate(180) scale(.5)" },
		...indexOf(...text),
	);

class Piece extends HTMLElement {
	drawsItself = true;
}

class Card extends Piece {
	static observedAttributes = ["data-card"];

	attributeChangedCallback() {
		const text = this.dataset.card ?? "??";
		const face = art(picture(text), { viewBox: "0 0 100 140" });
		if (FACE.test(picture(text))) face.append(secondIndex(text));
		this.replaceChildren(face);
	}
}

class Mini extends Piece {
	static observedAttributes = ["data-mini"];

	attributeChangedCallback() {
		this.textContent = this.dataset.mini === "Jk" ? "★" : sign(this.dataset.mini);
	}
}

class Chips extends Piece {
	static observedAttributes = ["data-amount"];

	attributeChangedCallback() {
		const values = chipsOf(Number(this.dataset.amount));
		const high = 42 + (values.length - 1) * 4;
		const pieces = values.map((value, number) => {
			const piece = chip(value, 20);
			piece.setAttribute("transform", `translate(0 ${-4 * number})`);
			return piece;
		});
		this.replaceChildren(svg("svg", { viewBox: `-21 ${-high + 21} 42 ${high}`, "aria-hidden": "true" }, ...pieces));
	}
}

for (const [name, made] of Object.entries({ "pb-card": Card, "pb-mini": Mini, "pb-chips": Chips })) {
	if (!customElements.get(name)) customElements.define(name, made);
}

// The colours of a game's felt on a node; whatever is drawn inside uses them.
export function inFelt(node, { felt, dark }) {
	node.style.setProperty("--felt", felt);
	node.style.setProperty("--felt-dark", dark);
	return node;
}

// A card; `state` is "plays" or "idle" when five of seven are chosen.
export const card = ({ id, text }, { owner = "", state = "", choice = null, letter = null } = {}) =>
	el("pb-card", {
		class: `card ${state}${choice ? " choice" : ""}`.trim(),
		role: "img",
		"aria-label": owner ? `${cardName(text)}, ${owner}` : cardName(text),
		"data-card": text,
		"data-id": id ?? null,
		"data-choice": choice,
		"data-letter": letter,
	});

export const sign = (text) => (text === "Jk" ? "the joker" : `${text[0] === "T" ? "10" : text[0]}${SIGNS[text[1]]}`);

export const mini = (text, kind = "") =>
	el("pb-mini", {
		class: `mini ${text === "Jk" ? "joker" : `suit-${text[1]}`} ${kind}`.trim(),
		role: "img",
		"aria-label": cardName(text),
		"data-mini": text,
	});

function chipsOf(amount) {
	const values = [];
	let left = amount;
	for (const value of DENOMINATIONS) {
		for (; left >= value && values.length < MOST_CHIPS; left -= value) values.push(value);
	}
	return values.reverse();
}

export const stack = (amount) => el("pb-chips", { class: "stack", "data-amount": amount, "aria-hidden": "true" });

export const tag = (id, amount, { free = false } = {}) =>
	el(
		"span",
		{ class: "tag", "data-id": id },
		free ? art("token", { class: "chip", viewBox: "0 0 48 48" }) : stack(amount),
		money(amount),
		free ? el("span", { class: "free" }, "free") : null,
	);

export const pill = (words, kind = "", attributes = {}) =>
	el("span", { class: `pill ${kind}`.trim(), ...attributes }, words);

const kindOf = (net, isPush) => (net > 0 ? "won" : net < 0 ? "lost" : isPush ? "push" : "push");

// What a bet won or lost; nothing won is a push only if every hand pushed.
export const result = ({ net, isPush }) =>
	pill(net ? signedMoney(net) : isPush ? "push" : money(0), `result ${kindOf(net, isPush)}`);
