// Betting spots: a ring with chips, its label below it, and what it pays, holds or won. Never a label inside a ring.
import { dollars, el, money } from "../../words.js";
import { component } from "./morph.js";
import { result, stack } from "./pieces.js";

function stateOf(view, spot) {
	const { model, front, open, bets, setup } = view;
	const bet = setup.bets.find((one) => one.name === spot.bet);
	const found = model.ofBet(front, spot.bet);
	const amount = open && view.isMine ? (bets[spot.bet] ?? 0) : found.stake;
	const rides = spot.rides && model.piles.some((pile) => pile.seat === front && pile.at.startsWith(spot.rides));
	return { ...found, bet, stake: amount, isInPlay: Boolean(rides && amount && !open) };
}

function inRing(view, { isInPlay, stake, kept }) {
	if (isInPlay) return el("span", { class: "in-play" }, "in play");
	const lying = stake || (view.keeps ? kept : 0);
	return lying ? stack(lying) : "";
}

function below(view, spot, { isSettled, net, isPush, stake }) {
	const worth = view.worths?.[spot.bet];
	if (isSettled && !stake) return result({ net, isPush });
	if (stake) return el("span", { class: "amount" }, `${money(stake)}${tokensOn(view, spot)}`);
	if (worth != null) return el("span", { class: `worth${spot.bet === view.bestSpot ? " best" : ""}` }, dollars(worth));
	return el("span", { class: "pays" }, spot.pays);
}

const tokensOn = ({ model, front }, { bet }) => {
	const many = model.tokens.filter((one) => one.seat === front && one.at === bet).length;
	return many ? ` · ${many} token${many === 1 ? "" : "s"}` : "";
};

function said(view, bet, { stake }) {
	const closed = view.closed?.[bet.name];
	const state = closed ? `cannot be bet now: ${closed}` : stake ? "" : "no chips";
	const limits = `${money(bet.least)} to ${money(bet.most)}`;
	return `. ${bet.title}${state ? `, ${state}` : ""}. Wins if ${bet.meaning}. ${limits}`;
}

export const spot = component("pb-spot", (view, one, kind = "") => {
	const state = stateOf(view, one);
	const { bet } = state;
	const isOpen = view.isMine && view.open && bet && !bet.in_play;
	const closed = isOpen && view.closed?.[one.bet];
	const later = (bet ? bet.in_play : one.offered) && !state.stake && !state.isSettled;
	const classes = ["spot", kind, one.main ? "main" : "small", isOpen ? "mine" : "", closed ? "closed" : ""];
	if (later) classes.push("later");
	if (one.fill) classes.push("filled");
	if (view.pointed === one.bet) classes.push("pointed");
	if (one.offered && later && !view.isOffered(one.bet)) classes.push("ghost");
	const toPress = { type: "button", tabindex: isOpen ? 0 : -1, "aria-disabled": isOpen && !closed ? null : "true" };
	const node = el(
		view.keeps ? "div" : "button", // a dealer presses no spot
		{
			...(view.keeps ? {} : toPress),
			class: classes.filter(Boolean).join(" "),
			"data-bet": one.bet,
			"data-key": `spot-${one.bet}`,
			"data-fill": one.fill || null,
		},
		view.sharesOf ? null : el("span", { class: "ring" }, inRing(view, state)),
		el(
			"span",
			{ class: "label" },
			el("span", { class: "name" }, one.label),
			" ",
			...(view.sharesOf ? view.sharesOf(one.bet) : [below(view, one, state)]),
			bet ? el("span", { class: "sr" }, said(view, bet, state)) : null,
		),
	);
	return [{}, node];
});

export function spotRow(view) {
	const single = view.plan.spots.filter((one) => !one.group);
	return el("div", { class: "spots even" }, ...single.map((one) => spot(view, one)));
}

export function spotGroups(view) {
	const { spots } = view.plan;
	const names = [...new Set(spots.map((one) => one.group).filter(Boolean))];
	const group = (name) => {
		const own = spots.filter((one) => one.group === name);
		const side = own.filter((one) => !one.main);
		const main = own.filter((one) => one.main);
		return el(
			"div",
			{ class: `trio${view.marked.includes(`hand-${name}`) ? " turn" : ""}` }, // the hand that is asked about
			el("div", { class: "pair" }, ...side.map((one) => spot(view, one))),
			...main.map((one) => spot(view, one)),
		);
	};
	const rest = spots.filter((one) => !one.group);
	return {
		groups: el("div", { class: "trios" }, ...names.map(group)),
		rest: el("div", { class: "alone" }, ...rest.map((one) => spot(view, one, "boxed"))),
	};
}

// "Call It" if the bets are Call It 2, Call It 3 and so on.
function familyOf(view, spots) {
	const titles = spots.map(({ bet }) => view.title(bet));
	const family = titles[0].replace(/ ?\S+$/, "");
	return family && titles.every((title) => title.startsWith(family)) ? family : "Each";
}

export function spotField(view) {
	const { spots } = view.plan;
	const rows = [...new Set(spots.map((one) => one.row))];
	const row = (y) => {
		const own = spots.filter((one) => one.row === y);
		const kind = own.length > 8 ? "many" : own.length > 1 ? "few" : "one";
		const pays = own.length > 8 && new Set(own.map((one) => one.pays)).size === 1 ? own[0].pays : "";
		const cells = el("div", { class: `cells ${kind}` }, ...own.map((one) => spot(view, one, "cell")));
		return pays ? [el("p", { class: "cap print" }, `${familyOf(view, own)} pays ${pays}`), cells] : [cells];
	};
	return el("div", { class: "fieldgrid" }, ...rows.flatMap(row));
}
