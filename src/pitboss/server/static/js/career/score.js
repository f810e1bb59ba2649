// The score sheet: what you won, what could be expected of your bets, and how much of the rest is luck.
import { dataTable, figuresOf, scrolled } from "../figures/tables.js";
import { capital, el, toneOf, money, signedMoney } from "../words.js";

const ROWS = 200;

// The totals: rounds, net, expected net, luck and mistakes.
export function figures({ rounds, won, net, waiting, expected, luck, mistakes }) {
	const thinking = waiting ? "computing…" : "unknown";
	const lost = -Math.round(mistakes);
	return figuresOf([
		["Rounds", rounds.toLocaleString("en-US"), `${won} won`],
		["Net", signedMoney(net), "what you won and lost", null, toneOf(net)],
		["Expected net", expected == null ? thinking : signedMoney(Math.round(expected)), "best play on the same bets"],
		[
			"Luck",
			luck == null ? thinking : capital(luckWords(luck)),
			luck == null ? "" : `${signed(luck)} standard deviations`,
			null,
			toneOf(Math.abs(luck ?? 0) < 1 ? 0 : luck),
		],
		["Mistakes", waiting && !lost ? thinking : money(lost), "what they cost on average", null, toneOf(lost)],
	]);
}

// How the figures are meant, and every round as a table.
export const inDetail = ({ rounds, known, waiting, lines }, isOpen) => [
	el(
		"p",
		{ class: "fine" },
		"Luck is net less expected net, in standard deviations: two times in three it is within ±1, " +
			"and 19 times in 20 within ±2. A mistake counts as bad luck." +
			(known < rounds ? ` ${waiting ? "Computed so far" : "Known"} for ${known} of ${rounds} rounds.` : ""),
	),
	everyRound(lines, isOpen),
];

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
export const luckWords = (luck) => {
	const size = Math.abs(luck);
	if (size < 1) return "about average";
	const kind = luck > 0 ? "lucky" : "unlucky";
	return size < 2 ? kind : size < 3 ? `very ${kind}` : `extremely ${kind}`;
};

function everyRound(lines, open) {
	let sum = 0;
	const row = ({ net, expected, sd }, n) => {
		sum += net;
		const mean = expected == null ? "…" : signedMoney(Math.round(expected));
		return [String(n + 1), signedMoney(net), mean, sd == null ? "…" : money(Math.round(sd)), signedMoney(sum)];
	};
	const rows = lines.map(row).slice(-ROWS);
	const heads = ["Round", "Net", "Expected", "Standard deviation", "Net so far"];
	return el(
		"details",
		{ open },
		el("summary", {}, lines.length > ROWS ? `The last ${ROWS} rounds as a table` : "Every round as a table"),
		scrolled("Every round", dataTable(heads, rows)),
	);
}
