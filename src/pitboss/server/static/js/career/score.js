// The score sheet: what you won, what could be expected of your bets, and how much of the rest is luck.
import { dataTable, figuresOf, scrolled } from "../figures/tables.js";
import { netChart } from "./plot.js";
import { wholeSheet } from "./sheet.js";
import { capital, complain, el, money, signedMoney } from "../words.js";

const AGAIN = 1000,
	ROWS = 200;

export async function showScore() {
	const body = el("div", { class: "score" });
	const dialog = el(
		"dialog",
		{ "aria-label": "Score sheet" },
		el(
			"form",
			{ method: "dialog" },
			el("h2", {}, "Score sheet"),
			body,
			el("div", { class: "row end" }, el("button", { class: "button action" }, "Close")),
		),
	);
	let timer;
	const fill = async () => {
		try {
			const sheet = await wholeSheet();
			body.replaceChildren(
				...(sheet.rounds ? pages(sheet, body.querySelector("details")?.open) : [el("p", {}, "No round is over yet.")]),
			);
			if (sheet.waiting && dialog.isConnected) timer = setTimeout(fill, AGAIN * sheet.pages);
		} catch (fault) {
			complain(fault.message);
		}
	};
	dialog.addEventListener("close", () => {
		clearTimeout(timer);
		dialog.remove();
	});
	document.body.append(dialog);
	await fill();
	dialog.showModal();
}

// The totals: rounds, net, expected net, luck and mistakes.
export function figures({ rounds, won, net, waiting, expected, luck, mistakes }) {
	const thinking = waiting ? "computing…" : "unknown";
	const lost = -Math.round(mistakes);
	const kind = (value) => (value > 0 ? "good" : value < 0 ? "bad" : null);
	return figuresOf([
		["Rounds", rounds.toLocaleString("en-US"), `${won} won`],
		["Net", signedMoney(net), "what you won and lost", null, kind(net)],
		["Expected net", expected == null ? thinking : signedMoney(Math.round(expected)), "best play of the same bets"],
		[
			"Luck",
			luck == null ? thinking : capital(luckWords(luck)),
			luck == null ? "" : `${signed(luck)} standard deviations`,
			null,
			kind(luck ?? 0),
		],
		["Mistakes", waiting && !lost ? thinking : money(lost), "what they cost on average", null, kind(lost)],
	]);
}

function pages(sheet, open) {
	const { rounds, known, waiting } = sheet;
	return [
		figures(sheet),
		netChart(sheet),
		el(
			"p",
			{ class: "fine" },
			"Expected net is what the bets you put down before each deal win on average with the best play. " +
				"Luck is net less expected, in standard deviations: two times in three it is within ±1, " +
				"and 19 times in 20 within ±2. " +
				"A mistake counts as bad luck here; Mistakes shows what mistakes cost on average." +
				(known < rounds ? ` ${waiting ? "Computed so far" : "Known"} for ${known} of ${rounds} rounds.` : ""),
		),
		table(sheet, open),
	];
}

const signed = (value) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(2)}`;
export const luckWords = (luck) => {
	const size = Math.abs(luck);
	if (size < 1) return "about average";
	const kind = luck > 0 ? "lucky" : "unlucky";
	return size < 2 ? kind : size < 3 ? `very ${kind}` : `extremely ${kind}`;
};

function table({ lines }, open) {
	let sum = 0,
		mean = 0,
		known = true;
	const rows = lines
		.map((line, n) => {
			sum += line.net;
			mean += line.expected ?? 0;
			known &&= line.expected != null;
			return [
				String(n + 1),
				signedMoney(line.net),
				line.expected == null ? "…" : signedMoney(Math.round(line.expected)),
				line.sd == null ? "…" : money(Math.round(line.sd)),
				signedMoney(sum),
				known ? signedMoney(Math.round(mean)) : "…",
			];
		})
		.slice(-ROWS);
	const heads = ["Round", "Net", "Expected", "Standard deviation", "Net so far", "Expected so far"];
	return el(
		"details",
		{ open },
		el("summary", {}, lines.length > ROWS ? `The last ${ROWS} rounds as a table` : "Every round as a table"),
		scrolled("Every round", dataTable(heads, rows)),
	);
}
