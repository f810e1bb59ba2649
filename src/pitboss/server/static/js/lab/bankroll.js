// Bankroll: a session of a player, ruin, and the hold of the house.
import { figure, number, percent, plot, range, signed, small } from "../figures/plot.js";
import { figuresOf, note } from "../figures/tables.js";
import { el } from "../words.js";
import { copyRow } from "./copy.js";
import { formOf } from "./form.js";
import { sum } from "./overview.js";
import { tableOf } from "./show.js";

const unitsOf = (value) => `${number(value)} units`;
const ofRounds = (value) => (value == null ? "never" : `${number(value, 0)} rounds`);

export function riskTab(lab) {
	const node = el("div", { class: "shown" });
	const { form, read, refuse } = formOf(lab, "risk", "Calculate");
	const show = (found) => {
		const { risk } = found;
		const normal = (name) => `${percent(risk.normal[name], 4)} by normal approximation`;
		const figures = [
			[
				"Ahead",
				percent(risk.ahead),
				`after ${number(risk.rounds, 0)} rounds`,
				`${percent(risk.ahead, 4)}; ${normal("ahead")}`,
			],
			[
				"Average result",
				unitsOf(risk.mean),
				`std dev ${number(risk.sd)}`,
				`${risk.mean}; standard deviation ${risk.sd}`,
			],
			[
				"Ruin",
				percent(risk.ruin_within),
				`of ${unitsOf(risk.bankroll)}`,
				`${percent(risk.ruin_within, 6)}; ${normal("ruin_within")}`,
			],
			["Ruin, no time limit", percent(risk.ruin_ever), "if nobody stops", percent(risk.ruin_ever, 6)],
			...(risk.goal_first == null
				? []
				: [["Goal before ruin", percent(risk.goal_first), unitsOf(risk.goal), percent(risk.goal_first, 6)]]),
			["Cost an hour", unitsOf(risk.cost_an_hour), `${lab.place.wanted.hour || 70} rounds`, String(risk.cost_an_hour)],
			["House ahead at 95%", ofRounds(risk.house.sure_after), "95 times in 100", String(risk.house.sure_after)],
		];
		return [
			figuresOf(figures),
			el("div", { class: "pair" }, ...riskCharts(found)),
			note(risk.how),
			el(
				"details",
				{ class: "all" },
				el("summary", {}, "All figures as tables"),
				...found.tables.map((each) => tableOf(each)),
			),
			copyRow("risk", found, lab, read()),
		];
	};
	return { form, node, ask: () => lab.ask(node, show, "risk", read()), refuse };
}

const units = (value) => signed(value, 1);

// A session of many rounds: how far it goes, where it ends, how often the bankroll is lost; then the house's hold.
function riskCharts({ risk, curves, bands: shares }) {
	return [fan(risk, curves), ends(risk, curves), ruin(risk, curves), hold(risk, shares)];
}

function fan(risk, { fan: steps, paths }) {
	const rows = [[0, [0, 0, 0, 0, 0]], ...steps];
	const line = (place) => rows.map(([time, row]) => [time, row[place]]);
	const walks = paths.map((path) => [0, ...path].map((net, n) => [rows[n][0], net]));
	const y = range([...rows.flatMap(([, row]) => row), ...walks.flatMap((walk) => walk.map(([, net]) => net))]);
	const draw = (width) =>
		plot(width, {
			x: { ends: [0, rows.at(-1)[0]], label: "rounds", format: (each) => number(each, 0) },
			y: { ends: y, label: "net, units", format: units },
			layers: [
				{ kind: "band", of: "outer", low: line(0), high: line(4) },
				{ kind: "band", of: "inner", low: line(1), high: line(3) },
				...walks.map((points) => ({ kind: "line", of: "walk", points })),
				{ kind: "line", of: "middle", points: line(2) },
			],
		});
	const legend = [
		["band-outer", "9 of 10 sessions"],
		["band-inner", "half of them"],
		["middle", "median"],
		["walk", "ten random sessions"],
	];
	const last = rows.at(-1)[1];
	const between = `between ${units(last[0])} and ${units(last[4])} units`;
	const label = `After ${number(risk.rounds, 0)} rounds nine of ten sessions are ${between}.`;
	return figure("How a session goes", "net result by round", label, draw, legend, label);
}

function ends(risk, { bars }) {
	const top = Math.max(...bars.map(([, , chance]) => chance)) * 1.06;
	const drawn = bars.map(([from, to, value]) => ({
		from,
		to,
		value,
		of: from > 0 ? "good" : to <= 0 ? "bad" : "even",
		title: `${units(from)} to ${units(to)}: ${percent(value)}`,
	}));
	const draw = (width) =>
		plot(width, {
			x: { ends: [bars[0][0], bars.at(-1)[1]], label: "net, units", format: (each) => signed(each, 0) },
			y: { ends: [0, top], format: (each) => percent(each, top < 0.03 ? 1 : 0) },
			layers: [{ kind: "bars", bars: drawn }],
		});
	const rest = 1 - sum(bars.map(([, , chance]) => chance));
	const label =
		`Ahead ${percent(risk.ahead)}, even ${percent(risk.even)}, behind ${percent(1 - risk.ahead - risk.even)}.` +
		(rest > 5e-7 ? ` Beyond both ends: ${small(rest)}.` : "");
	const legend = [
		["good", "ahead"],
		["even", "around even"],
		["bad", "behind"],
	];
	return figure(`Where ${number(risk.rounds, 0)} rounds end`, "chance of each result", label, draw, legend, label);
}

function ruin(risk, { ruin: line }) {
	const isShown = risk.bankroll >= line[0][0] && risk.bankroll <= line.at(-1)[0];
	const mark = {
		kind: "dots",
		of: "bad",
		points: [[risk.bankroll, risk.ruin_within]],
		say: `${number(risk.bankroll)} units: ${percent(risk.ruin_within)}`,
	};
	const draw = (width) =>
		plot(width, {
			x: { ends: [line[0][0], line.at(-1)[0]], label: "bankroll, units", format: (each) => number(each, 0) },
			y: { ends: [0, 1], format: (each) => percent(each, 0) },
			layers: [{ kind: "line", of: "middle", points: line }, ...(isShown ? [mark] : [])],
		});
	const often = `in ${percent(risk.ruin_within)} of sessions`;
	const label = `${number(risk.bankroll)} units are lost within ${number(risk.rounds, 0)} rounds ${often}.`;
	return figure("Risk of ruin", `within ${number(risk.rounds, 0)} rounds, by bankroll`, label, draw, [], label);
}

function hold({ house }, shares) {
	const rows = house.bands.map(({ rounds, hold: row }) => [rounds, row]);
	const line = (place) => rows.map(([rounds, row]) => [rounds, row[place]]);
	const last = shares.length - 1;
	const widest = rows.find(([rounds]) => rounds >= 1000) ?? rows.at(-1);
	const draw = (width) =>
		plot(width, {
			x: { ends: [rows[0][0], rows.at(-1)[0]], label: "rounds", log: true, format: (each) => number(each, 0) },
			y: { ends: range([widest[1][0], widest[1][last], 0]), format: (each) => percent(each, 1) },
			layers: [
				{ kind: "band", of: "outer", low: line(0), high: line(last) },
				{ kind: "band", of: "middle", low: line(1), high: line(last - 1) },
				{ kind: "band", of: "inner", low: line(2), high: line(last - 2) },
				{ kind: "line", of: "middle", points: line(3) },
			],
		});
	const legend = [
		["band-outer", "95 times in 100"],
		["band-middle", "90"],
		["band-inner", "50"],
		["middle", "median"],
	];
	const label = `The house keeps ${percent(house.edge)} of initial bets in the long run.`;
	return figure("The house's hold", "share of initial bets, by rounds dealt", label, draw, legend, label);
}
