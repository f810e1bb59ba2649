// The felt of the page: drawn from the table as data, laid out by the style sheet to fit the screen.
import { felt as chosenFelt } from "../../settings.js";
import { el, svg } from "../../words.js";
import { popover } from "../menu.js";
import { columnsOf, handColumn, statesOf, verdict } from "./hands.js";
import { Motion } from "./motion.js";
import { morph } from "./morph.js";
import { art, card, mini, pill } from "./pieces.js";
import { podCard, pods } from "./pods.js";
import { spotField, spotGroups, spotRow } from "./spots.js";

export class Board {
	// `does` holds the click handlers: bet, takeBack, choose, addBot, removeBot, showFive.
	constructor(stage, does) {
		this.stage = stage;
		this.does = does;
		this.node = el("div", { class: "felt" });
		this.motion = new Motion(this.node);
		stage.replaceChildren(this.node);
		this.node.addEventListener("click", (event) => this.press(event));
		this.node.addEventListener("contextmenu", (event) => this.takeBack(event));
		this.node.addEventListener("keydown", (event) => this.key(event));
	}

	spotNode(bet) {
		return this.node.querySelector(`[data-bet="${CSS.escape(bet)}"]`);
	}

	press(event) {
		const spot = event.target.closest(".spot.mine");
		if (spot) return this.does.bet?.(spot.dataset.bet, event);
		const choice = event.target.closest("[data-choice]");
		if (choice) return this.does.choose?.(choice.dataset.choice);
		const five = event.target.closest("[data-five]");
		if (five) return this.does.showFive?.(five.dataset.five);
		const pod = event.target.closest(".pod");
		if (pod?.classList.contains("add")) return this.does.addBot?.(Number(pod.dataset.seat));
		if (pod) this.open(pod);
	}

	takeBack(event) {
		const spot = event.target.closest(".spot.mine");
		if (!spot) return;
		event.preventDefault();
		this.does.takeBack?.(spot.dataset.bet);
	}

	key(event) {
		const spot = event.target.closest(".spot.mine");
		if (!spot || !["Backspace", "Delete", "-"].includes(event.key)) return;
		event.preventDefault();
		this.does.takeBack?.(spot.dataset.bet);
	}

	open(pod) {
		const seat = Number(pod.dataset.seat);
		const held = this.view.table.seats[seat];
		if (!held) return;
		const mayRemove = held.bot && this.view.you.seat != null && this.does.removeBot;
		popover(pod, held.nick, "dialog", (close) => {
			const remove = () => {
				close();
				this.does.removeBot(seat);
			};
			return [podCard(this.view, seat, held, { remove: mayRemove ? remove : null })];
		});
	}

	draw(view, { isStill = false } = {}) {
		this.view = view;
		paint(this.node, view.plan);
		const own = columnsOf(view.model, view.plan, view.front);
		this.node.style.setProperty("--hands", String(Math.max(own.length, 1)));
		this.node.style.setProperty("--fans", String(own.reduce((sum, column) => sum + widthOf(column), 0) || 1));
		const before = isStill ? null : this.motion.remember();
		const fresh = felt(view);
		morph(this.node, fresh);
		for (const node of this.node.querySelectorAll("[data-fill]")) {
			node.style.setProperty("--fill", node.dataset.fill);
		}
		if (before) this.motion.play(before);
	}
}

export function paint(node, plan) {
	const chosen = chosenFelt();
	node.style.setProperty("--felt", chosen.felt ?? plan.felt);
	node.style.setProperty("--felt-dark", chosen.dark ?? plan.dark);
}

function felt(view) {
	const { plan } = view;
	const kind = plan.shared ? "one-field" : plan.spots.some((one) => one.group) ? "in-groups" : "in-hands";
	return el(
		"div",
		{ class: `felt ${kind}${view.isOver ? " over" : ""}${crowd(handsIn(view))}` },
		pods(view, "left"),
		dealer(view),
		el("div", { class: "corner" }, shoe(view), pods(view, "right")),
		el(
			"section",
			{ class: "own", "aria-label": view.isMine ? "Your hands and bets" : `Watching ${view.name}` },
			...own[kind](view),
		),
	);
}

// The width of a hand in cards: the first is whole, of the others 45 % show; cards side by side are whole.
export const widthOf = ({ sort, piles }) => {
	const many = piles.reduce((sum, pile) => sum + pile.cards.length, 0);
	return sort ? 0.55 + 0.45 * Math.max(many, 2) : many * 1.1;
};

const handsIn = (view) => columnsOf(view.model, view.plan, view.front).length;

const crowd = (many) => (many > 4 ? " crowded packed" : many === 4 ? " crowded" : "");

export const shoe = (view) =>
	el("div", { class: "shoe" }, art("shoe", { viewBox: "0 0 74 62" }), view.shoe ? el("span", {}, view.shoe) : null);

export function dealer(view) {
	const { model, plan } = view;
	const places = plan.dealer.filter((place) => !place.board);
	const state = statesOf(model, view.five === "dealer" ? "dealer" : view.front);
	const totals = places.filter((place) => place.label && model.find(null, place.at)?.makes);
	const hasHands = totals.length > 1; // as Player and Banker
	const cards = places.flatMap((place) => placed(view, place, state, hasHands));
	const up = plan.dealer.some((place) => place.label) ? null : model.upCard;
	const total = up ?? (hasHands || model.reads.has("dealer") ? null : model.dealerTotal);
	return el(
		"section",
		{ class: "dealer", "aria-label": "Dealer" },
		el(
			"div",
			{ class: "dealt" },
			el("div", { class: `cards${cards.length > 4 ? " crowded" : ""}` }, ...cards),
			total ? el("div", { class: "say" }, up ? "Dealer shows" : "Dealer has", pill(total, "total of-dealer")) : null,
		),
		total ? null : verdict(model, "dealer", "Dealer"),
		plan.motto ? motto(plan.motto) : null,
	);
}

const named = (place) => (place.label ? el("span", { class: "slot-label" }, place.label) : null);

function placed(view, place, state, hasHands) {
	const pile = view.model.piles.find((one) => one.seat == null && one.at === place.at);
	const isHand = place.at === "dealer"; // further cards, which need no slot
	const cards = (pile?.cards ?? []).map((one) => card(one, { owner: "the dealer's", state: state(one) }));
	if (!cards.length && isHand) return [];
	if (isHand) return cards;
	const isGrouped = view.plan.spots.some((one) => one.group);
	const label = isGrouped || place.board ? named(place) : null;
	const slot = el("span", { class: "slot", "aria-hidden": "true" }, isGrouped ? null : label);
	return [
		el(
			"div",
			{ class: `place${place.large ? " large" : ""}`, "data-id": `place-${place.at}` },
			...(cards.length > 1 ? [el("div", { class: "row" }, ...cards)] : cards.length ? cards : [slot]),
			isGrouped ? label : null,
			hasHands && pile?.makes ? el("div", { class: "hand-total" }, named(place), pill(pile.makes, "total")) : null,
		),
	];
}

function motto(words) {
	const text = svg("text", {}, svg("textPath", { href: "#arc", startOffset: "50%", "text-anchor": "middle" }));
	text.style.fontSize = `${Math.min(19, 870 / words.length)}px`; // long words fit on the arc
	text.firstChild.textContent = words;
	return el(
		"div",
		{ class: "print" },
		svg(
			"svg",
			{ viewBox: "0 0 620 44", "aria-hidden": "true" },
			svg("path", { id: "arc", d: "M10 14Q310 54 610 14", fill: "none" }),
			text,
		),
		el("span", { class: "straight" }, words),
	);
}

export function boardRow(view) {
	const places = view.plan.dealer.filter((place) => place.board);
	if (!places.length) return null;
	const state = statesOf(view.model, view.five === "dealer" ? "dealer" : view.front);
	const both = view.model.reads.has("dealer") && view.model.reads.has(view.front);
	return el(
		"div",
		{ class: "board" },
		el("span"),
		el(
			"div",
			{ class: "cards", role: "group", "aria-label": "Board" },
			...places.flatMap((place) => placed(view, place, state)),
		),
		both ? fiveSwitch(view) : null,
	);
}

const fiveSwitch = (view) =>
	el(
		"div",
		{ class: "five", role: "group", "aria-label": "Show which five cards play" },
		...[
			["own", view.isMine ? "Your five" : "Player's five"],
			["dealer", "Dealer's five"],
		].map(([who, words]) =>
			el(
				"button",
				{
					type: "button",
					"data-five": who,
					"data-key": `five-${who}`,
					"aria-pressed": String((view.five ?? "own") === who),
				},
				words,
			),
		),
	);

const hands = (view) => columnsOf(view.model, view.plan, view.front).map((column) => handColumn(view, column));

function waiting(view) {
	const slots = view.plan.seat.filter((place) => !place.spread).length;
	const many = slots || (view.plan.seat.length ? 2 : 0); // none if no card is dealt to a seat
	return el(
		"article",
		{ class: `hand empty${slots ? " loose" : ""}`, "aria-hidden": "true" },
		slots ? null : el("span", { class: "pill-room" }),
		el("div", { class: "cards" }, ...Array.from({ length: many }, () => el("span", { class: "slot" }))),
	);
}

const own = {
	"in-hands": (view) => {
		const columns = hands(view);
		return [
			boardRow(view),
			el("div", { class: "hands" }, ...(columns.length ? columns : [waiting(view)])),
			verdict(view.model, view.front, view.isMine ? "You" : view.name),
			spotRow(view),
		];
	},
	"in-groups": (view) => {
		const { groups, rest } = spotGroups(view);
		const columns = hands(view);
		const cards = el("div", { class: "mycard" }, ...(columns.length ? columns : [waiting(view)]));
		return [el("div", { class: "grouped" }, cards, groups, rest)];
	},
	"one-field": (view) => [last(view), spotField(view)],
};

function last(view) {
	const { history } = view.model;
	if (!history.length) return null;
	return el(
		"div",
		{ class: "last", role: "group", "aria-label": `Last ${history.length} cards, newest first` },
		el("span", {}, history.length > 1 ? `Last ${history.length}` : "Last card"),
		...history.map((text) => mini(text)),
	);
}
