// Hands as columns: total, cards, money, state. The money of a hand never leaves its column.
import { capital, el } from "../../words.js";
import { component } from "./morph.js";
import { card, mini, pill, result, tag } from "./pieces.js";

const sortOf = (at) => at.replace(/-\d+$/, "");
const numberOf = (at) => Number(at.match(/-(\d+)$/)?.[1] ?? 1);

// The columns of a seat: one for each hand, and one for all cards that have a place of their own.
export function columnsOf(model, plan, seat) {
	const spread = new Set(plan.seat.filter((place) => place.spread).map((place) => place.at));
	const own = model.piles.filter((pile) => pile.seat === seat && pile.cards.length);
	const hands = own.filter((pile) => spread.has(pile.at) || spread.has(sortOf(pile.at)));
	const loose = own.filter((pile) => !hands.includes(pile));
	const columns = hands.map((pile) => {
		const sort = spread.has(pile.at) ? pile.at : sortOf(pile.at);
		return { id: `${seat}-${pile.at}`, piles: [pile], sort, number: sort === pile.at ? 1 : numberOf(pile.at) };
	});
	const order = plan.seat.map((place) => place.at);
	columns.sort((one, two) => order.indexOf(one.sort) - order.indexOf(two.sort) || one.number - two.number);
	if (loose.length) columns.push({ id: `${seat}-loose`, piles: loose, sort: "", number: 1 });
	return columns;
}

function moneyOf({ model, plan, front: seat, keeps }, { sort, number }) {
	const bets = sort ? plan.spots.filter((spot) => spot.rides === sort).map((spot) => spot.bet) : [];
	const tags = [];
	for (const bet of bets) {
		const paid = keeps ? model.results.get(`${seat}|${bet}|${number}`) : null;
		const amount = model.stake(seat, bet, number) || (paid?.net >= 0 ? paid.stake : 0);
		if (amount) tags.push(tag(`stake-${seat}-${bet}-${number}`, amount));
	}
	const unit = (bet) => model.stake(seat, bet, 1) || model.units?.get(`${seat}|${bet}`) || 0;
	for (const token of model.tokens) {
		if (token.seat !== seat || token.hand !== number || token.at || !bets.includes(token.bet)) continue;
		tags.push(tag(token.id, unit(token.bet), { free: true }));
	}
	return tags;
}

function resultOf(model, plan, seat, { sort, number }) {
	const bets = sort ? plan.spots.filter((spot) => spot.rides === sort).map((spot) => spot.bet) : [];
	const found = bets.map((bet) => model.results.get(`${seat}|${bet}|${number}`)).filter(Boolean);
	const free = model.ended.find((one) => one.seat === seat && bets.includes(one.bet) && one.hand === number);
	if (!found.length && !free) return null;
	const net = found.reduce((sum, one) => sum + one.net, 0);
	const isPush = found.length ? found.every((one) => one.isPush) : free.result === "pushes";
	const said = found[0]?.line ?? "";
	const line = said.replace(/^free bet, /, "") || (isPush ? "" : "a free bet loses nothing");
	return { net, isPush, line };
}

// Return which of a seat's cards play once a five-card hand was read.
export function statesOf(model, who) {
	const read = model.reads.get(who);
	if (!read?.cards.length) return () => "";
	const named = new Set(read.cards);
	return ({ text }) => (named.has(text) ? "plays" : "idle");
}

export const handColumn = component("pb-hand", (view, column) => {
	const { model, plan, front, owner, marked, choices, five } = view;
	const { piles, sort } = column;
	const isTurn = piles.some((pile) => marked.includes(pile.at));
	const done = resultOf(model, plan, front, column);
	const total = piles.map((pile) => pile.makes).find(Boolean);
	const state = statesOf(model, five === "dealer" ? "dealer" : front);
	const cards = piles.flatMap((pile) =>
		pile.cards.map((one) => card(one, { owner, state: state(one), ...choiceOf(choices, pile) })),
	);
	const money = moneyOf(view, column);
	const gone = piles.every((pile) => pile.gone) && done?.net < 0;
	const lies = view.keeps && piles[0].lies !== "open" ? ` ${piles[0].lies}` : "";
	const kind = `hand${isTurn ? " turn" : ""}${gone ? " out" : ""}${sort ? "" : " loose"}${lies}`;
	const doubled = piles.some((pile) => pile.doubled) ? "Doubled" : "";
	const note = isTurn ? (view.turnWords ?? "Your turn") : done ? capital(done.line) : doubled;
	return [
		{
			class: kind,
			role: "group",
			"aria-label": handName(view, column),
			"data-id": column.id,
			"data-hand": column.sort ? column.number : null,
		},
		total ? pill(total, "total") : sort ? el("span", { class: "pill-room" }) : null,
		el("div", { class: sort ? "fan" : "cards" }, ...cards),
		sort ? el("div", { class: "money" }, ...money, done ? result(done) : null) : null,
		sort ? el("span", { class: "note" }, note) : null,
	];
});

function choiceOf(choices, { at }) {
	const places = Object.keys(choices).sort((one, two) => one.localeCompare(two, "en", { numeric: true }));
	return at in choices ? { choice: choices[at], letter: places.indexOf(at) + 1 } : {};
}

function handName({ isMine, front }, { piles, sort, number }) {
	const owner = isMine ? "Your" : `Seat ${front}'s`;
	const total = piles.map((pile) => pile.makes).find(Boolean);
	return `${owner} ${sort ? `${sort.replace(/-/g, " ")} ${number}` : "cards"}${total ? `, ${total}` : ""}`;
}

export function verdict(model, who, name) {
	const read = model.reads.get(who);
	return read ? reading(name, read) : null;
}

const reading = component("pb-verdict", (name, { words, cards }) => [
	{ class: "verdict" },
	el("span", {}, `${name}: `, el("b", {}, words)),
	cards.length ? el("span", { class: "minis" }, ...cards.map((text) => mini(text))) : null,
]);
