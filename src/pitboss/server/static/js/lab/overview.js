// Overview: every bet with its edge, what a round brings, and the tables of the analysis.
import { figure, kindOf, number, percent, plot, points, signed, small } from "../figures/plot.js";
import { dataTable, note, panel, scrolled } from "../figures/tables.js";
import { el } from "../words.js";
import { copyRow } from "./copy.js";
import { handsPanel, isHands, isPlay } from "./grids.js";
import { tableOf } from "./show.js";

const RARE = 1e-4;
const RARE_TAIL = 5e-3; // of many nets, the tails with less than this together are not drawn
const [FEW_BARS, MOST_BARS] = [14, 60];
const [CHART_ROWS, HEAD_ROWS] = [8, 2]; // the height of a chart and of a heading, in rows of a table
const OUTCOMES = [
	["good", "won"],
	["even", "push"],
	["bad", "lost"],
];
export const sum = (list) => list.reduce((total, each) => total + each, 0);

// Every bet with its edge and that of the other rule set, the result of a round, then tables of figures.
export function overviewTab(lab) {
	const node = el("div", { class: "shown" });
	const show = (own) => {
		const charts = own.tables.slice(1).filter((table) => isHands(table) || !isPlay(table));
		const hands = charts.filter(isHands).map(handsPanel);
		const rest = charts.filter((table) => !isHands(table)).map((table) => tableOf(table));
		const first = [
			betsOf(lab, own, lab.other),
			own.played?.distribution ? roundChart(own.played.distribution, unitOf(own)) : null,
		];
		lab.readOut(own.played?.house_edge);
		return [
			...(hands.length ? [inColumns(...first), ...hands, inColumns(...rest)] : [inColumns(...first, ...rest)]),
			copyRow("odds", own, lab),
		];
	};
	return { node, ask: () => lab.ask(node, show, "odds") };
}

// Two columns, each panel under the shorter one.
function inColumns(...panels) {
	const columns = [0, 1].map(() => ({ node: el("div", { class: "shown" }), rows: 0 }));
	for (const each of panels.filter(Boolean)) {
		const shorter = columns[0].rows <= columns[1].rows ? columns[0] : columns[1];
		each.style.order = panels.indexOf(each); // on a narrow screen there is one column, in this order
		shorter.node.append(each);
		shorter.rows += each.querySelectorAll("tr").length || CHART_ROWS;
		shorter.rows += HEAD_ROWS;
	}
	return el("div", { class: "pair columns" }, ...columns.filter(({ rows }) => rows).map(({ node }) => node));
}

const unitOf = ({ played }) =>
	played.initial_bet > 1 ? `bets; ${number(played.initial_bet)} are placed before the deal` : "bets";

// Two decimals for people; the exact fraction is in the title of its cell.
function betsOf(lab, own, base) {
	const edgeBefore = (name) => base?.bets[name]?.house_edge;
	const change = ([name, bet]) => {
		const before = edgeBefore(name);
		return before == null || before === bet.house_edge ? "" : points(bet.house_edge - before);
	};
	const bets = Object.entries(own.bets);
	const isChanged = bets.some(change);
	const share = (value) => (value == null ? "" : percent(value));
	const line = ([name, bet]) => ({
		"data-bet": name,
		cells: [
			bet.title || base?.bets[name]?.title || lab.titleOf(name),
			[share(bet.house_edge), { title: bet.exact ?? "" }],
			share(bet.hit),
			share(bet.push),
			bet.sd == null ? "" : bet.sd.toFixed(2),
			...(isChanged ? [[change([name, bet]), { class: "changed" }]] : []),
		],
	});
	const heads = ["Bet", "House edge", "Wins", "Pushes", "Std dev", ...(isChanged ? [lab.baseWords] : [])];
	const { played } = own;
	const whole =
		played?.element_of_risk == null
			? null
			: `${percent(played.element_of_risk)} of all money bet, std dev ${number(played.sd)}`;
	return panel("Every bet", whole, scrolled("Every bet", dataTable(heads, bets.map(line))), note(played?.note));
}

// The chance of each result of a round. Rare results beyond both ends are counted, not drawn.
function roundChart(distribution, unit) {
	const [low, high] = endsOf(distribution);
	const shown = distribution.filter(([net]) => net >= low && net <= high);
	const isFew = shown.length <= FEW_BARS;
	const bars = isFew ? side(shown) : binned(shown, low, high);
	const chance = (is) => sum(distribution.filter(([net]) => is(net)).map(([, each]) => each));
	const words =
		`You win ${percent(chance((net) => net > 0))}, push ${percent(chance((net) => net === 0))} ` +
		`and lose ${percent(chance((net) => net < 0))} of rounds.`;
	const left = distribution.filter(([net]) => net < low || net > high);
	const rest = left.length
		? ` Beyond both ends: ${small(sum(left.map(([, each]) => each)))} from ` +
			`${signed(left[0][0])} to ${signed(left.at(-1)[0])}.`
		: "";
	const x = isFew
		? {
				ends: [0, shown.length],
				at: shown.map((_, n) => n + 0.5),
				format: (each) => signed(shown[Math.floor(each)][0]),
			}
		: { ends: [bars[0].from, bars.at(-1).to], format: (each) => signed(each) };
	const top = Math.max(...bars.map(({ value }) => value)) * 1.12;
	const draw = (width) =>
		plot(width, {
			x: { ...x, label: "net" },
			y: { ends: [0, top], format: (each) => percent(each, 0) },
			layers: [{ kind: "bars", bars, say: (value) => (value * 100).toFixed(1) }],
		});
	return figure("Result of a round", `in ${unit}`, words, draw, OUTCOMES, words + rest);
}

// The lowest and the highest net that are drawn: without rare ones, and without long tails.
function endsOf(distribution) {
	const often = distribution.filter(([, chance]) => chance >= RARE);
	if (often.length <= FEW_BARS) return [often[0][0], often.at(-1)[0]];
	const end = (list) => {
		let beyond = 0;
		return list.find(([, chance]) => (beyond += chance) >= RARE_TAIL)[0];
	};
	return [end(distribution), end(distribution.toReversed())];
}

// Bars next to each other, regardless of the distance between their nets.
const side = (shown) =>
	shown.map(([net, chance], n) => ({
		from: n + 0.1,
		to: n + 0.9,
		value: chance,
		of: kindOf(net),
		title: `${signed(net)}: ${percent(chance, 4)}`,
	}));

// Many nets: bars to scale, with close neighbours merged; a push keeps its own bar.
function binned(shown, low, high) {
	const step = Math.max(Math.min(...shown.slice(1).map(([net], n) => net - shown[n][0])), (high - low) / MOST_BARS);
	const bins = new Map();
	for (const [net, chance] of shown) {
		const bin = net === 0 ? 0 : Math.sign(net) * Math.ceil(Math.abs(net) / step - 1e-9);
		bins.set(bin, (bins.get(bin) ?? 0) + chance);
	}
	return [...bins]
		.sort(([one], [other]) => one - other)
		.map(([bin, value]) => ({
			from: (bin - 0.5) * step,
			to: (bin + 0.5) * step,
			value,
			of: kindOf(bin),
			title: `${signed(bin * step)}: ${percent(value, 4)}`,
		}));
}
