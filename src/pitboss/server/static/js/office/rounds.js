// Rounds to review: the largest, the newest, the void ones; each checked against its seal and gone through again.
import { dataTable, rowOf, scrolled } from "../figures/tables.js";
import { checkProof } from "../proof/verify.js";
import { ask, button, complain, dialog, el, money, showDialog, signedMoney } from "../words.js";

const BY = { size: "Largest", time: "Newest", void: "Void" };
const timeOf = (at) => new Date(at * 1000).toISOString().slice(0, 16).replace("T", " ");

export function roundsToLookAt() {
	const wanted = { by: "size", table: "", day: "" };
	const table = dataTable(["Round", ["When (UTC)", { class: "words" }], "Seats", "Drop", "Won", ""], []);
	const [body] = table.tBodies;
	const more = button("More rounds", { "data-key": "more-rounds", onclick: () => fill(true) });
	const none = el("p", { class: "fine", role: "status" });
	const pick = el(
		"select",
		{ class: "input", "aria-label": "Which rounds", onchange: () => choose({ by: pick.value }) },
		...Object.entries(BY).map(([name, words]) => el("option", { value: name }, words)),
	);
	const day = el("input", {
		type: "date",
		class: "input",
		"aria-label": "Day (UTC)",
		onchange: () => choose({ day: day.value }),
	});
	let last = null;

	async function fill(goOn) {
		const about = new URLSearchParams({ by: wanted.by, table: wanted.table });
		if (wanted.day) about.set("day", Math.floor(Date.parse(wanted.day) / 86_400_000));
		if (goOn && last) {
			about.set("before", last.id);
			about.set("size", Math.abs(last.won));
		}
		try {
			const found = await ask("GET", `/api/house/rounds?${about}`);
			if (!goOn) body.replaceChildren();
			body.append(...found.map((round) => rowOf(row(round))));
			last = found.at(-1) ?? last;
			more.hidden = found.length < 50;
			none.textContent = body.childElementCount ? "" : "No rounds found.";
		} catch (fault) {
			complain(fault.message);
		}
	}

	const choose = (changed) => {
		Object.assign(wanted, changed);
		last = null;
		fill(false);
	};
	const box = el("div", { class: "panel" }, scrolled("Rounds", table));
	const again = button("Refresh", { onclick: () => fill(false) });
	const bar = el("div", { class: "row" }, pick, day, again);
	fill(false);
	return { node: el("section", {}, el("h2", { class: "sr" }, "Rounds"), bar, box, none, more), choose };
}

function row(round) {
	const words = `${round.title} ${round.table}, round ${round.number}`;
	const open = button(words, { class: "button plain", onclick: () => lookAt(round) });
	return [
		open,
		[timeOf(round.at), { class: "words" }],
		String(round.seats),
		money(round.bet),
		[signedMoney(round.won), { class: round.won < 0 ? "bad" : "" }],
		round.void ? "void" : "",
	];
}

// One round: whether its deal holds, what happened, its file for `pitboss verify`, and a way to go through it.
async function lookAt({ table, number, title }) {
	try {
		const path = `/api/tables/${table}/rounds/${number}`;
		const kept = await ask("GET", path);
		const checks = checkProof(kept).slice(1);
		const line = ([right, words]) => el("li", { class: right ? "" : "no" }, words);
		const seats = Object.entries(kept.net).map(([seat, net]) =>
			el("li", {}, `Seat ${seat}, ${kept.seats[seat]}: ${signedMoney(net)}`),
		);
		const again = button("Replay", { onclick: () => goThrough({ table, number }) });
		const name = `${title} ${table}, round ${number}`;
		const file = { class: "button", href: path, download: `${table}-${number}.json` };
		const body = [
			kept.record.void ? el("p", {}, `Void: ${kept.record.void}`) : null,
			el("ul", { class: "checks" }, ...checks.map(line)),
			el("ul", {}, ...seats),
		];
		const close = el("button", { class: "button first" }, "Close");
		showDialog(name, body, { buttons: [el("a", file, "Save for pitboss verify"), again, close] });
	} catch (fault) {
		complain(fault.message);
	}
}

// A round, step by step, in a dialog.
async function goThrough(round) {
	const { replayIn } = await import("../table/replay.js");
	const box = el("div");
	const close = el("button", { class: "button action" }, "Close");
	const title = `Round ${round.number}`;
	const node = dialog(title, el("form", { method: "dialog" }, box, el("div", { class: "row end" }, close)));
	node.classList.add("review");
	try {
		const replay = await replayIn(box, round, "/api/house/rounds");
		node.addEventListener("close", () => replay.end());
		node.showModal();
	} catch (fault) {
		node.remove();
		complain(fault.message);
	}
}
