// Grids that players know: a strategy chart in colours, and the 169 starting hands.
import { note, panel, scrolled } from "../figures/tables.js";
import { el } from "../words.js";

const UP_CARDS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];
const RANKS = "AKQJT98765432";
const HAND = /^([2-9TJQKA])([2-9TJQKA])([so]?)$/;

// Actions by letter or name: the letter on the chart, the colour, and the meaning.
const PLAYS = {
	H: ["H", "hit", "hit"],
	S: ["S", "stand", "stand"],
	D: ["D", "double", "double, else hit"],
	Ds: ["Ds", "double", "double, else stand"],
	F: ["F", "free", "free double, else hit"],
	P: ["P", "split", "split"],
	R: ["R", "surrender", "surrender, else hit"],
	Rs: ["Rs", "surrender", "surrender, else stand"],
	Rp: ["Rp", "surrender", "surrender, else split"],
	free: ["F", "free", "split for free"],
	split: ["P", "split", "split"],
	hit: ["H", "hit", "hit"],
	stand: ["S", "stand", "stand"],
	double: ["D", "double", "double, else hit"],
	"double or stand": ["Ds", "double", "double, else stand"],
	surrender: ["R", "surrender", "surrender"],
	"by total": ["·", "none", "by its total"],
	"-": ["·", "none", "as the other charts say"],
	yes: ["Yes", "free", "yes"],
	no: ["No", "none", "no"],
};
// An answer with a star is the best one of most deals: it has the same colour, dashed.
function playOf(said) {
	const [letter, kind, words] = PLAYS[said] ?? PLAYS[said.replace("*", "")] ?? [said, "none", said];
	return PLAYS[said] || kind === "none" ? [letter, kind, words] : [`${letter}*`, kind, `${words}, mostly`];
}

// Whether a table of an analysis is a strategy chart: what to do, by the dealer's up card.
export const isChart = ({ columns, words }) =>
	columns.slice(1).every((name) => UP_CARDS.includes(name)) && columns.length > 1 && words.every(Boolean);

// One grid. `cell(row, column)` is {said, label, press, differs}; a cell without `press` cannot be changed.
export function grid(label, rows, columns, cell, corner = "") {
	const one = (row, column) => {
		const { said, title, press, differs } = cell(row, column);
		const [letter, kind] = playOf(said);
		const attributes = { class: `cell do-${kind}${differs ? " differs" : ""}`, title };
		return el(
			"td",
			{},
			press
				? el("button", { type: "button", "aria-label": title, onclick: press, ...attributes }, letter)
				: el("span", attributes, letter),
		);
	};
	const head = el(
		"tr",
		{},
		el("td", { class: "faint" }, corner),
		...columns.map((name) => el("th", { scope: "col" }, name)),
	);
	const line = (row) =>
		el("tr", {}, el("th", { scope: "row" }, rowName(row)), ...columns.map((column) => one(row, column)));
	const table = el("table", { class: "grid within" }, el("thead", {}, head), el("tbody", {}, ...rows.map(line)));
	const box = scrolled(label, table);
	if (rows.length > 40) box.classList.add("long");
	return box;
}
const rowName = (row) => row.replace(/^(hard|soft)[ -]/, "").replace(/-(?=[^-])/g, "‑");

// Hard and soft totals are charts of their own, high totals on top; anything else is one chart.
export function groupsOf(rows) {
	const of = (kind) => rows.filter((row) => row.startsWith(kind)).reverse();
	const rest = rows.filter((row) => !/^(hard|soft)[ -]/.test(row));
	return [
		["Hard totals", of("hard")],
		["Soft totals", of("soft")],
		["", rest],
	].filter(([, list]) => list.length);
}

// The legend of a chart: each colour and letter once.
export function legendOf(said) {
	const seen = new Map([...new Set(said)].filter((one) => PLAYS[one]).map((one) => [playOf(one).join(), playOf(one)]));
	if (said.some((one) => one.endsWith("*"))) seen.set("*", ["*", "none", "in most deals: it depends on the cards"]);
	return el(
		"p",
		{ class: "legend" },
		...[...seen.values()].map(([letter, kind, words]) =>
			el("span", {}, el("span", { class: `swatch cell do-${kind}` }, letter), words),
		),
	);
}

// A chart of the analysis as coloured grids; `other` is the same chart under other rules, whose cells are compared.
export function chartPanels({ title, columns, shown, note: below }, other) {
	const rows = new Map(shown.map(([name, ...cells]) => [name, cells]));
	const before = new Map((other?.shown ?? []).map(([name, ...cells]) => [name, cells]));
	const ups = columns.slice(1);
	const cell = (row, column) => {
		const at = ups.indexOf(column);
		const said = rows.get(row)[at];
		const old = before.get(row)?.[at];
		const differs = old !== undefined && old !== said;
		const words = `${row} against ${column}: ${playOf(said)[2]}`;
		return { said, differs, title: differs ? `${words}, instead of ${playOf(old)[2]}` : words };
	};
	const all = [...rows.values()].flat();
	const isPlays = all.some((said) => PLAYS[said]);
	const groups = groupsOf([...rows.keys()]);
	const parts = groups.map(([name, list]) =>
		el("div", {}, name ? el("h4", {}, name) : null, grid(`${title} ${name}`, list, ups, cell)),
	);
	return panel(
		title,
		null,
		el(
			"div",
			{ class: "charts" },
			...(parts.length > 2 ? [parts[0], el("div", { class: "shown" }, ...parts.slice(1))] : parts),
		),
		isPlays ? legendOf(all) : null,
		isPlays ? null : note(below),
	);
}

// The 169 starting hands in their places: pairs on the diagonal, suited above it, offsuit below.
export function handOrder(choices) {
	const named = choices.map((name) => name.replaceAll("10", "T"));
	if (choices.length !== RANKS.length ** 2 || !named.every((name) => HAND.test(name))) return null;
	const places = choices.map((choice, number) => {
		const [, one, other, suits] = named[number].match(HAND);
		const [high, low] = [RANKS.indexOf(one), RANKS.indexOf(other)].sort((first, second) => first - second);
		return [suits === "o" ? low * RANKS.length + high : high * RANKS.length + low, choice];
	});
	return places.sort(([first], [second]) => first - second).map(([, choice]) => choice);
}

export const isHands = ({ rows }) => handOrder(rows.map(([name]) => name)) !== null;
// A table is a strategy if its cells hold words.
export const isPlay = (table) => isHands(table) || table.words.slice(1).some(Boolean);

// Seven bands of worth, from clearly bad to clearly good, as a legend names them.
const BANDS = [-0.5, -0.25, 0, 0.25, 0.75, 1.5];
const bandOf = (worth) => BANDS.filter((least) => worth >= least).length;
const BAND_WORDS = ["under −0.5", "−0.5", "−0.25", "0", "+0.25", "+0.75", "+1.5 and more"];

// The value of each starting hand at its best option, as a grid in bands of colour.
export function handsPanel({ title, columns, rows, shown, words, note: below }) {
	const worths = columns
		.map((_, place) => place)
		.filter((place) => place > 0 && !words[place] && columns[place] !== "Ways");
	const [worth] = worths;
	const best = columns.findIndex((name, place) => place && words[place] && name === "Best");
	const places = new Map(rows.map((row, n) => [row[0], n]));
	const cell = (hand) => {
		const n = places.get(hand);
		const value = Number(rows[n][worth].replace("−", "-"));
		const said = best < 0 ? "" : `, best: ${rows[n][best]}`;
		const figure = value > 0 ? `+${shown[n][worth]}` : shown[n][worth];
		const title = `${hand}: ${columns[worth].toLowerCase()} is worth ${rows[n][worth]}${said}`;
		return el("span", { class: `hand band-${bandOf(value)}`, title }, el("b", {}, hand), el("small", {}, figure));
	};
	const hands = handOrder([...places.keys()]).map(cell);
	const legend = BAND_WORDS.map((name, n) =>
		el("span", {}, el("span", { class: `swatch hand band-${n}` }), n > 0 && n < 6 ? `from ${name}` : name),
	);
	return panel(
		title,
		`worth of ${columns[worth].toLowerCase()}; suited above the diagonal, offsuit below`,
		scrolled(title, el("div", { class: "hands" }, ...hands)),
		el("p", { class: "legend" }, ...legend),
		note(below),
	);
}
