// Other players as compact pods: name, stake, and a pill with total, state or result. A tap shows their cards.
import { button, el, money, signedMoney } from "../../words.js";
import { columnsOf } from "./hands.js";
import { component } from "./morph.js";
import { card, icon, mini, pill } from "./pieces.js";

function won(net) {
	const words = signedMoney(net);
	return pill(words, `${net > 0 ? "" : "dim"}${words.length > 4 ? " long" : ""}`);
}

// While the dealer's motions are still being shown, the round on the felt is not over.
const isBetting = ({ table, isBusy }) => table.state === "betting" && !isBusy;

const resultsOf = ({ model }, seat) => [...model.results.values()].filter((one) => one.seat === seat);

// The pill of a pod: the result when the round is over, else totals, else what the player does.
function stateOf(view, seat, held) {
	const { model, plan } = view;
	const net = model.nets?.[seat];
	if (model.nets && net != null) return won(net);
	if (model.folded.has(seat)) return pill("fold", "dim");
	const columns = columnsOf(model, plan, seat);
	const totals = columns.flatMap(({ piles }) => piles.filter((one) => one.makes).map((one) => one.makes));
	if (totals.length) {
		const bust = columns.every(({ piles }) => piles.every((one) => one.gone)) && model.staked(seat) === 0;
		if (bust) return won(resultsOf(view, seat).reduce((sum, one) => sum + one.net, 0));
		const words = totals.length > 1 ? `${totals.length} hands` : totals[0];
		return pill(words, words.length > 4 ? "long" : "");
	}
	if (isBetting(view)) return pill(held.ready ? "ready" : "…", "dim");
	const open = columns.flatMap(({ piles }) => piles.flatMap((pile) => pile.cards)).filter((one) => one.text !== "??");
	if (open.length) return el("span", { class: "minis" }, ...open.slice(0, 3).map((one) => mini(one.text)));
	return columns.length ? pill("in", "dim") : null;
}

const stakeOf = (view, seat, held) => {
	const staked = view.model.staked(seat);
	if (held.leaving) return "leaving";
	if (held.away) return "away";
	if (staked) return money(staked);
	const settled = resultsOf(view, seat);
	if (settled.length) return `bet ${money(settled.reduce((sum, one) => sum + one.stake, 0))}`;
	return !isBetting(view) || view.model.nets ? "no bet" : "betting";
};

export function pods(view, side) {
	const { table, you } = view;
	const others = Object.entries(table.seats).filter(([seat]) => Number(seat) !== view.front);
	const shown = side === "left" ? others.slice(0, 3) : others.slice(3);
	const nodes = shown.map(([seat, held]) => pod(view, Number(seat), held));
	const seats = Array.from({ length: view.setup.seats }, (_, n) => n + 1);
	const free = seats.find((seat) => !table.seats[seat]);
	const isLast = side === "left" ? others.length <= 3 : others.length > 3;
	if (you.seat != null && free && isLast && isBetting(view)) {
		const attributes = { class: "pod add", "data-key": "add-bot", "data-seat": free };
		nodes.push(button(icon("plus"), attributes, "Add a bot"));
	}
	return el("div", { class: `pods ${side}` }, ...nodes);
}

const pod = component("pb-pod", (view, seat, held) => {
	const asked = view.table.offer?.seats.includes(seat) && !view.table.offer.said.includes(seat) && !view.isBusy;
	const node = el(
		"button",
		{
			type: "button",
			class: `pod${asked ? " asked" : ""}`,
			"data-key": `pod-${seat}`,
			"data-seat": seat,
			"aria-haspopup": "dialog",
		},
		el("span", { class: "avatar", "aria-hidden": "true" }, held.nick.slice(0, 1).toUpperCase()),
		el("span", { class: "who" }, el("b", {}, held.nick), el("span", {}, asked ? "to act" : stakeOf(view, seat, held))),
		stateOf(view, seat, held),
	);
	return [{}, node];
});

export function podCard(view, seat, held, { remove }) {
	const columns = columnsOf(view.model, view.plan, seat);
	const hands = columns.map(({ piles }) =>
		el("div", { class: "fan" }, ...piles.flatMap((pile) => pile.cards.map((one) => card({ text: one.text }, {})))),
	);
	const bets = [...view.model.stakes]
		.filter(([key]) => key.startsWith(`${seat}|`))
		.map(([key, amount]) => el("li", {}, `${view.title(key.split("|")[1])} ${money(amount)}`));
	return el(
		"div",
		{ class: "podcard panel" },
		el("strong", {}, `${held.nick} · seat ${seat}${held.bot ? " · bot" : ""}`),
		...hands,
		bets.length ? el("ul", {}, ...bets) : el("p", { class: "soft" }, "No chips on the table."),
		remove ? button("Remove bot", { "data-key": "remove-bot", onclick: remove }) : null,
	);
}
