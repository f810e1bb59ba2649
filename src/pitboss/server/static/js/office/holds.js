// The drop, the hold, and the band in which the hold should be.
import { figure, plot } from "../figures/plot.js";
import { dataTable, figuresOf, scrolled } from "../figures/tables.js";
import { button, el, money, signedMoney } from "../words.js";

const SIGNS = 2;
const share = (cents, bet) => {
	if (!bet) return "–";
	const percent = ((100 * Math.abs(cents)) / bet).toFixed(SIGNS);
	return `${cents < 0 && Number(percent) ? "−" : ""}${percent}%`;
};
export const dayOf = (day) => new Date(day * 86_400_000).toISOString().slice(0, 10);

export const hold = ({ won, bet }) => share(won, bet);

export const bandOf = ({ band, bet }) => {
	if (!bet) return "–";
	if (!band) return "computing…";
	if (band.fault) return band.fault;
	return [band.low, band.middle, band.high].map((cents) => share(cents, bet)).join(" · ");
};

// Where the hold is: five of a hundred days like this are below the band, five above.
export const verdict = ({ band, won, bet }) => {
	if (!bet || !band || band.fault) return "";
	if (won < band.low) return "below";
	return won > band.high ? "above" : "within";
};

const WORDS = { class: "words" };
export const judged = (line) => {
	const word = verdict(line);
	return [word, { class: word && word !== "within" ? "words bad" : "words" }];
};

function how({ band }) {
	if (!band || band.fault) return null;
	const parts = [
		`On average ${money(Math.round(band.mean))}, with a standard deviation of ${money(Math.round(band.sd))}, ` +
			"if every seat plays its best; mistakes add to it.",
		band.is_convolved
			? "The band is the exact distribution of these wagers."
			: "The band follows from the exact mean, variance, skewness and kurtosis of the wagers.",
		band.simulated
			? `The distribution of some wagers comes from ${band.simulated.toLocaleString("en-US")} simulated rounds.`
			: "",
		band.together
			? "Seats in the same round tend to win and lose together " +
				`(correlation ${band.together.toFixed(SIGNS)} at most, from simulated rounds), so the band is wider.`
			: "",
	];
	return el(
		"details",
		{ class: "how" },
		el("summary", {}, "How the expected hold is computed"),
		el("p", { class: "fine" }, parts.filter(Boolean).join(" ")),
	);
}

export function whole({ all: line }) {
	return [
		figuresOf([
			["Rounds", line.rounds.toLocaleString("en-US"), line.void ? `${line.void} void` : "none void"],
			["Drop", money(line.bet), "bets before the deal"],
			["Won by the house", signedMoney(line.won)],
			["Hold", hold(line), holdWords(line)],
			["Expected hold", ...expectedOf(line)],
		]),
		how(line),
	].filter(Boolean);
}
// The median, and the band that 90 of 100 days like this are in.
function expectedOf(line) {
	const [low, middle, high] = bandOf(line).split(" · ");
	return high ? [middle, `${low} to ${high} on 90 of 100 such days`] : [low];
}
const holdWords = (line) => {
	const word = verdict(line);
	return word && (word === "within" ? "as expected" : `${word} expected`);
};

const HEADS = [
	"Day (UTC)",
	"Rounds",
	"Void",
	"Drop",
	"Won",
	"Hold",
	"Expected hold (5 · 50 · 95%)",
	["Verdict", WORDS],
];

export function byDay(found, titles, chosen, choose) {
	const row = (line) => ({
		"data-day": line.day,
		cells: [
			dayOf(line.day),
			line.rounds.toLocaleString("en-US"),
			String(line.void),
			money(line.bet),
			[signedMoney(line.won), { class: line.won < 0 ? "bad" : "" }],
			hold(line),
			bandOf(line),
			judged(line),
		],
	});
	return [
		el("h2", {}, chosen ? `By day: ${titles.get(chosen) ?? ""} ${chosen}` : "By day: all tables"),
		chosen ? el("p", {}, button("Show all tables", { "data-key": "all-tables", onclick: () => choose("") })) : null,
		found.days.length
			? el("div", { class: "panel" }, scrolled("By day", dataTable(HEADS, found.days.map(row))))
			: el("p", { class: "soft" }, "No round is over yet."),
	].filter(Boolean);
}

const MOST_DAYS = 30;
const LEAST_DAYS = 7; // so that a single day is not as wide as the chart
const LEGEND = [
	["point", "won"],
	["band-inner", "expected, 90 days in 100"],
];

// The house's win each day, with its expected band.
export function daysChart(days) {
	const shown = [...days].slice(0, MOST_DAYS).reverse();
	if (!shown.length) return null;
	const bars = shown.flatMap(({ band }, place) =>
		band && !band.fault ? [{ from: place + 0.25, to: place + 0.75, base: band.low, value: band.high, of: "span" }] : [],
	);
	const dots = (of, isIn) => ({
		kind: "dots",
		of,
		points: shown.flatMap((line, place) =>
			isIn(line) ? [[place + 0.5, line.won, `${dayOf(line.day)}: ${signedMoney(line.won)}`]] : [],
		),
	});
	const isOut = (line) => ["below", "above"].includes(verdict(line));
	const values = [0, ...shown.map(({ won }) => won), ...bars.flatMap(({ base, value }) => [base, value])];
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const room = (high - low || 100) * 0.06;
	const draw = (width) =>
		plot(width, {
			high: 200,
			x: {
				ends: [0, Math.max(shown.length, LEAST_DAYS)],
				at: shown.map((_, place) => place + 0.5),
				label: "",
				format: (at) => dayOf(shown[Math.floor(at)].day).slice(5),
			},
			y: { ends: [low - room, high + room], format: (cents) => money(Math.round(cents)) },
			layers: [{ kind: "bars", bars }, dots("point", (line) => !isOut(line)), dots("bad", isOut)],
		});
	const label = `House win over the last ${shown.length} days, from ${money(low)} to ${money(high)}.`;
	return figure(el("h2", {}, "Won by day"), "", label, draw, LEGEND);
}
