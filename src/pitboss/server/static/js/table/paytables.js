// Pay tables in the panel: the line your bet has, the lines it can still reach, and those out of reach.
import { component } from "../felt/board/morph.js";
import { el, inShort, money, netSum } from "../words.js";

const MARKS = { now: "you have this", reach: "in reach" };

export const isPaid = (table, bets) => table.bets.some(([bet]) => bets.has(bet));

// `mine` has your bets, the lines they were paid by, your tokens, and by bet the lines that are still in reach.
export const payTable = component("pb-pay-table", (table, mine) => {
	const { title, columns, lines } = table;
	const many = columns.length > 1;
	const row = ([name, ...pays], number) => {
		const states = pays.map((_, column) => stateOf(table, mine, name, number, column));
		const state = ["now", "reach", "lost"].find((one) => states.includes(one)) ?? "";
		const mark = MARKS[state];
		return el(
			"tr",
			{ class: state },
			el(
				"th",
				{ scope: "row" },
				inShort(name),
				mark ? el("span", { class: state === "now" ? "" : "sr" }, ` · ${mark}`) : null,
			),
			...pays.map((one, column) => el("td", { class: many ? states[column] : null }, one)),
		);
	};
	const head = el(
		"tr",
		{},
		el("th", { scope: "col" }, el("span", { class: "sr" }, "Line")),
		...columns.map((one) => el("th", { scope: "col" }, one)),
	);
	return [
		{ role: "group", "aria-label": title },
		el("div", { class: "head" }, el("h3", {}, title), sumOf(table, mine)),
		el("table", { class: "pay" }, many ? el("thead", {}, head) : null, el("tbody", {}, ...lines.map(row))),
	];
});

function sumOf({ bets }, mine) {
	const sums = [...new Set(bets.map(([bet]) => bet))].filter((bet) => mine.bets.has(bet)).map(mine.sumOf);
	const stake = sums.reduce((sum, one) => sum + (one.stake ?? 0), 0);
	const net = sums.reduce((sum, one) => sum + one.net, 0);
	if (stake) return el("span", { class: "faint" }, `${money(stake)} bet`);
	if (!sums.length) return null;
	return netSum(net);
}

// The state of a line for the bets of a column: had, in reach, gone, or "" if nothing is known or bet.
function stateOf({ bets, lines }, mine, name, number, column) {
	const paid = bets.filter(([bet, at]) => (at == null || at === column) && mine.bets.has(bet)).map(([bet]) => bet);
	const isNow = (bet) => {
		const reach = mine.reach[bet];
		const isOnly = reach?.length === 1 && reach[0] === number && number < lines.length;
		return isOnly || mine.lines.some((one) => one.bet === bet && isLine(name, one)) || isLine(name, mine);
	};
	if (paid.some(isNow)) return "now";
	const known = paid.filter((bet) => mine.reach[bet]);
	if (known.some((bet) => mine.reach[bet].includes(number))) return "reach";
	return known.length || paid.some((bet) => mine.over.has(bet)) ? "lost" : "";
}

// "5 tokens or more" is the line of "5+ tokens", and of seven tokens.
function isLine(name, { line, count }) {
	if (line && name.toLowerCase() === line.toLowerCase()) return true;
	const many = name.match(/^(\d+) tokens?( or more)?$/);
	const have = count || Number(line?.match(/^(\d+)\+ tokens/)?.[1] ?? 0);
	return Boolean(many && have && (many[2] ? have >= Number(many[1]) : have === Number(many[1])));
}
