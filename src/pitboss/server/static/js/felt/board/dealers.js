// The felt from the dealer's side, for a lesson: the players across the table, the dealer's own cards in front.
import { el, money } from "../../words.js";
import { boardRow, dealer, paint, shoe, widthOf } from "./board.js";
import { columnsOf, handColumn, verdict } from "./hands.js";
import { TableModel } from "./model.js";
import { Motion } from "./motion.js";
import { morph } from "./morph.js";
import { stack } from "./pieces.js";
import { spotField, spotGroups, spotRow } from "./spots.js";

export class DealersBoard {
	constructor(stage) {
		this.node = el("div", { class: "felt" });
		this.motion = new Motion(this.node);
		stage.replaceChildren(this.node);
	}

	// Draw `events` on the felt of `plan`, with the `seats` that play, what they `said` and whose `turn` it is.
	draw({ plan, events, seats, said = new Map(), turn = null }, { isStill = false } = {}) {
		paint(this.node, plan);
		const view = { plan, seats, said, turn, model: modelOf(plan, events) };
		const before = isStill ? null : this.motion.remember();
		morph(this.node, felt(view));
		this.node.style.setProperty("--seats", String(Math.max(seats.length, 1)));
		for (const node of this.node.querySelectorAll("[data-fill]")) node.style.setProperty("--fill", node.dataset.fill);
		for (const node of this.node.querySelectorAll("[data-fans]")) node.style.setProperty("--fans", node.dataset.fans);
		if (before) this.motion.play(before);
	}
}

function modelOf(plan, events) {
	const model = new TableModel(plan);
	model.picksUp = true;
	for (const event of events) model.act(event);
	return model;
}

const seatView = (view, seat) => ({
	...view,
	front: seat,
	isMine: false,
	keeps: true, // what won stays on the felt with its payout
	owner: `seat ${seat}'s`,
	name: `Seat ${seat}`,
	marked: [],
	choices: {},
	bets: {},
	setup: { bets: [] },
	isOffered: () => false,
	title: (bet) => bet,
});

function felt(view) {
	const { plan, model } = view;
	const own = { ...view, front: null, five: "dealer", isReplay: true };
	return el(
		"div",
		{ class: `felt by-dealer${plan.shared ? " shared" : ""}` },
		el("div", { class: "seats" }, ...view.seats.map((seat) => seatNode(seatView(view, seat)))),
		plan.shared ? spotField({ ...seatView(view, null), sharesOf: (bet) => shares(model, bet) }) : null,
		boardRow(own),
		dealer({ ...own, plan: { ...plan, motto: "" } }),
		shoe({}),
	);
}

function seatNode(view) {
	const { front, model, plan, said, turn } = view;
	const columns = columnsOf(model, plan, front);
	const fans = columns.reduce((sum, column) => sum + widthOf(column), 0);
	const words = said.get(front);
	return el(
		"section",
		{
			class: `seat${turn === front ? " asked" : ""}`,
			"data-seat": front,
			"data-fans": Math.max(fans, 1.45).toFixed(2),
			"aria-label": view.name,
		},
		el("p", { class: "plate" }, view.name, words ? el("span", { class: "bubble" }, words) : null),
		...spots(view),
		columns.length ? el("div", { class: "hands" }, ...columns.map((column) => handColumn(view, column))) : null,
		verdict(model, front, "Hand"),
	);
}

function spots(view) {
	if (view.plan.shared) return [];
	if (!view.plan.spots.some((one) => one.group)) return [spotRow(view)];
	const { groups, rest } = spotGroups(view);
	return [el("div", { class: "grouped" }, groups, rest)];
}

function shares(model, bet) {
	const seats = [...model.stakes.keys(), ...model.results.keys()].map((key) => key.split("|"));
	const own = new Set(seats.filter(([, name]) => name === bet).map(([seat]) => Number(seat)));
	const share = (seat) => {
		const { stake, kept, net, isSettled } = model.ofBet(seat, bet);
		const lying = stake || kept;
		if (!lying) return null;
		const won = isSettled && net > 0 ? el("b", { class: "won" }, ` +${money(net)}`) : null;
		return el("span", { class: "share" }, stack(lying), `${seat}: ${money(lying)}`, won);
	};
	return [...own]
		.sort((a, b) => a - b)
		.map(share)
		.filter(Boolean);
}
