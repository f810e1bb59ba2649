// Game protection: every threat, its value and its countermeasure; bet spreads and penetration.
import { figure, fixed, kindOf, number, percent, plot, points, range, signed } from "../figures/plot.js";
import { cellOf, dataTable, figuresOf, headOf, panel, scrolled } from "../figures/tables.js";
import { button, capital, el } from "../words.js";
import { copyRow } from "./copy.js";
import { formOf } from "./form.js";
import { tableOf } from "./show.js";

const DEPTH = /^(.*), (\d+)% dealt$/;
const SHOWN_DEPTH = "75";
const MOST_LINES = 6;

export function protectTab(lab) {
	const node = el("div", { class: "shown" });
	const spread = el("div", { class: "shown" });
	const show = (found) => {
		const { protection, titles } = found;
		const lines = linesOf(protection.threats, titles);
		if (found.counts && !spread.childElementCount) queueMicrotask(() => counting(lab, spread));
		return [
			threats(lab, protection, titles),
			lines.length ? penetrationChart(lines) : null,
			...removals(protection, titles),
			copyRow("protect", found, lab),
		];
	};
	const about = el(
		"p",
		{ class: "about" },
		"Each way to gain an edge from extra information: who can get it, what it is worth, and how to prevent it.",
	);
	const start = el(
		"div",
		{ class: "row" },
		button("Compute (may take a minute)", { onclick: () => lab.ask(node, show, "protect") }),
	);
	const ask = () => {
		if (!lab.rules.trim()) {
			lab.ask(node, show, "protect"); // under the official rules the answer is there
			return;
		}
		lab.stop("protect"); // it was asked of other rules
		node.classList.remove("old");
		node.replaceChildren(start);
	};
	return { node: el("div", { class: "shown" }, about, node, spread), ask };
}

const nameAndDepth = (row) => row.name.match(DEPTH)?.slice(1) ?? [row.name];

// The bets that are threatened by the same knowledge are one group.
function groupsOf(rows) {
	const groups = new Map();
	for (const row of rows) {
		const [name] = nameAndDepth(row);
		const key = `${name} ${row.knows}`;
		const group = groups.get(key) ?? { name: capital(name), rows: [] };
		group.rows.push(row);
		groups.set(key, group);
	}
	return [...groups.values()];
}

// What a threat to a bet gains by how far the shoe is dealt, the largest gains first.
function linesOf(rows, titles) {
	const lines = new Map();
	for (const row of rows) {
		const [name, depth] = nameAndDepth(row);
		if (!depth) continue;
		const words = `${titles[row.bet] ?? capital(row.bet)}: ${name}`;
		lines.set(words, [...(lines.get(words) ?? []), [Number(depth) / 100, row.per_100]]);
	}
	return [...lines]
		.map(([name, depths]) => ({ name, depths, most: Math.max(...depths.map(([, gain]) => gain)) }))
		.filter(({ depths }) => depths.length > 1)
		.sort((one, other) => other.most - one.most)
		.slice(0, MOST_LINES);
}

const HEADS = [
	"Threat",
	"Bet",
	"Player's edge",
	"Bets in",
	"Units in 100 rounds",
	"$ an hour at the limit",
	"Prevented by",
];

// The threats as a table. Counting is shown for one share of the shoe dealt, which can be chosen.
function threats(lab, { threats: all, hour }, titles) {
	const depths = [...new Set(all.map((row) => nameAndDepth(row)[1]).filter(Boolean))];
	const box = el("div");
	const name = "Extra information and its worth";
	const draw = (wanted) => {
		const isShown = ([, depth]) => !depth || depth === wanted;
		const groups = groupsOf(all.filter((row) => isShown(nameAndDepth(row))));
		box.replaceChildren(scrolled(name, threatTable(groups, titles)));
	};
	const first = [lab.place.wanted.depth, SHOWN_DEPTH].find((each) => depths.includes(each)) ?? depths[0];
	draw(first);
	const pick = el(
		"select",
		{
			class: "input",
			"aria-label": "Share of the shoe that is dealt",
			onchange: ({ target }) => {
				lab.place.wanted.depth = target.value;
				lab.remember();
				draw(target.value);
			},
		},
		...depths.map((each) => el("option", { value: each, selected: each === first }, `${each}% of the shoe dealt`)),
	);
	const about = `at ${hour} rounds an hour; edges are the player's`;
	return panel(name, about, ...(depths.length > 1 ? [pick] : []), box);
}

const dollars = (amount) => `${amount < 0 ? "−" : ""}$${number(Math.abs(amount), 0)}`;

function threatTable(groups, titles) {
	const gain = (value) => (value > 0 ? "bad" : null);
	const small = (words) => el("small", {}, words);
	const line = (row, n, { name, rows }) => {
		const words = (...parts) => el("span", {}, ...parts);
		const figures = [
			[titles[row.bet] ?? capital(row.bet), { class: "words" }],
			[
				words(percent(row.edge), row.exact ? "" : small(`± ${percent(1.96 * row.se)}`)),
				{ class: gain(row.edge), title: row.edge_exact ?? `standard error ${row.se}` },
			],
			[percent(row.share), { title: String(row.share) }],
			[fixed(row.per_100), { class: gain(row.per_100), title: String(row.per_100) }],
			[dollars(Math.round(row.an_hour)), { class: gain(row.an_hour) }],
		].map(([cell, about], at) => cellOf([cell, { ...about, "data-head": HEADS[at + 1] }], 1));
		if (n) return el("tr", {}, ...figures);
		const span = { rowspan: rows.length };
		const threat = words(name, small(`${capital(row.knows)}.`), small(`Who: ${row.who}.`));
		const closed = words(
			capital(row.closed_by),
			small(`${row.clause}; costs ${number(row.rounds_lost_an_hour)} rounds an hour`),
		);
		return el(
			"tr",
			{},
			el("th", { scope: "rowgroup", ...span }, threat),
			...figures,
			cellOf([closed, { class: "words", "data-head": HEADS.at(-1), ...span }], 1),
		);
	};
	const heads = HEADS.map((words, n) => headOf([words, { class: [1, 6].includes(n) ? "words" : null }]));
	return el(
		"table",
		{ class: "data threats" },
		el("thead", {}, el("tr", {}, ...heads)),
		...groups.map((group) => el("tbody", {}, ...group.rows.map((row, n) => line(row, n, group)))),
	);
}

// The effect of removing one card on the player's edge, in points, coloured by who gains.
function removals({ removal, removal_with_the_play_kept: kept }, titles) {
	const same = JSON.stringify(removal) === JSON.stringify(kept);
	const first = removalPanel(
		"Effect of removal",
		"change of the player's edge, in points, when one card is gone",
		removal,
		titles,
	);
	const second = removalPanel(
		"Effect of removal with the full-deck strategy",
		"change of the player's edge, in points",
		kept,
		titles,
	);
	return same ? [first] : [first, second];
}

const ORDER = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"];
const placeOf = (rank) => (ORDER.includes(rank) ? ORDER.indexOf(rank) : ORDER.length);
const byRank = (one, other) => placeOf(one) - placeOf(other);

function removalPanel(title, about, effects, titles) {
	const ranks = [...new Set(Object.values(effects).flatMap((row) => Object.keys(row)))].sort(byRank);
	const cell = (row, rank) => {
		const change = row[rank];
		if (change == null) return "";
		const most = Math.max(...Object.values(row).map(Math.abs), 1e-12);
		const node = el("span", { class: change > 0 ? "gain" : change < 0 ? "loss" : null }, points(change));
		node.style.setProperty("--strength", `${Math.round((Math.abs(change) / most) * 45)}%`);
		return [node, { title: String(change) }];
	};
	const rows = Object.entries(effects).map(([bet, row]) => [
		titles[bet] ?? capital(bet.replaceAll("-", " ")),
		...ranks.map((rank) => cell(row, rank)),
	]);
	return panel(title, about, scrolled(title, dataTable(["Bet", ...ranks], rows, "removal")));
}

// A card counter with a bet spread, at a penetration; what it wins follows.
function counting(lab, node) {
	const out = el("div", { class: "shown" });
	const { wanted } = lab.place;
	const side = { place: lab.place, questionsDeclared: lab.questionsDeclared, again: () => ask() };
	const { form, read, refuse } = formOf(side, "count", "Simulate", { system: { words: titleOf } });
	const show = (found) => {
		const { count } = found;
		refuse("");
		const per100 = count.win_rate * 100;
		const figures = [
			["Won in 100 rounds", `${fixed(per100)} units`, `± ${number(196 * count.win_rate_se)}`, String(per100)],
			["Advantage", percent(count.advantage), "of initial bets", String(count.advantage)],
			["Average bet", `${number(count.average_bet)} units`, `std dev ${number(count.sd)}`, String(count.average_bet)],
			["SCORE", `$${number(count.score)}`, "in 100 rounds, $10,000 bank", String(count.score)],
			[
				"N0",
				count.n0 == null ? "never" : `${number(count.n0, 0)} rounds`,
				"until the gain equals one std dev",
				String(count.n0),
			],
		];
		const asked = read();
		const said = [
			JSON.stringify(lab.game.name),
			`tags=${JSON.stringify(asked.system)}`,
			`dealt=${count.dealt}`,
			`rounds=${count.rounds}`,
			`spread=${spreadOf(asked.spread)}`,
		];
		const python = `count_cards(${said.join(", ")})`;
		const lines = {
			python: `from pitboss.lab.protection import count_cards; ${python}`,
			command: `python -c 'from pitboss.lab.protection import count_cards; print(${python}.as_data())'`,
		};
		return [
			figuresOf(figures),
			countChart(count.by_count),
			el(
				"details",
				{ class: "all" },
				el("summary", {}, "All counts as tables"),
				...found.tables.map((table) => tableOf(table)),
			),
			copyRow("count", found, lab, {}, lines),
		];
	};
	const ask = () => {
		lab.remember();
		lab.ask(out, show, "count", read(), "count", refuse);
	};
	node.replaceChildren(
		panel("Bet spread and penetration", "one player, the strategy chart, insurance from +3", form, out),
	);
	if (wanted.dealt || wanted.spread || wanted.system) ask();
}
const titleOf = (name) =>
	({ ko: "KO" })[name] ??
	name
		.split("-")
		.map((word) => (/^\d$/.test(word) ? "I".repeat(Number(word)) : capital(word)))
		.join("-");
const spreadOf = (said) =>
	`{${said
		.trim()
		.split(/[\s,]+/)
		.map((bet, n) => `${n || -99}: ${bet}`)
		.join(", ")}}`;

// Gain by penetration, one line for each threat.
function penetrationChart(groups) {
	const layers = groups.map(({ depths }, n) => ({ kind: "line", of: `line-${n % 6}`, points: depths }));
	const all = groups.flatMap(({ depths }) => depths);
	const dealt = all.map(([depth]) => depth);
	const draw = (width) =>
		plot(width, {
			x: { ends: range(dealt, 0), label: "of the shoe dealt", format: (each) => percent(each, 0) },
			y: { ends: range([0, ...all.map(([, gain]) => gain)]), format: fixed },
			layers,
		});
	const legend = groups.map(({ name }, n) => [`line-${n % 6}`, name]);
	const label = "Units won in 100 rounds by how far the shoe is dealt.";
	return figure("Penetration", "units won in 100 rounds, by how much of the shoe is dealt", label, draw, legend);
}

const COUNTS = 8;
// The player's edge and bet at each true count.
function countChart(rows) {
	const shown = rows.filter(({ count }) => Math.abs(count) <= COUNTS);
	const bars = shown.map(({ count, edge, se, share, bet }) => ({
		from: count - 0.4,
		to: count + 0.4,
		value: edge,
		of: kindOf(edge),
		title:
			`Count ${signed(count)}: edge ${percent(edge)} ± ${percent(1.96 * se)}, ` +
			`${percent(share)} of rounds, bet ${number(bet)}`,
	}));
	const rest = rows.filter(({ count }) => Math.abs(count) > COUNTS).reduce((sum, { share }) => sum + share, 0);
	const draw = (width) =>
		plot(width, {
			x: { ends: [-COUNTS - 0.6, COUNTS + 0.6], label: "true count", format: (each) => signed(each, 0) },
			y: { ends: range([0, ...bars.map(({ value }) => value)]), format: (each) => percent(each, 0) },
			layers: [{ kind: "bars", bars }],
		});
	const legend = [
		["good", "the player's advantage"],
		["bad", "the house's"],
	];
	const note = `Counts beyond ±${COUNTS} are not drawn: ${percent(rest)} of rounds.`;
	return figure("Edge by true count", "of the initial bet", note, draw, legend, note);
}
