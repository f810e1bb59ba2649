// The dialog that checks a deal against its seal, and hands out the file for `pitboss verify`.
import { alarms, fileLink } from "./alarm.js";
import { announced } from "./chain.js";
import { containsHead, provenHead } from "./heads.js";
import { seedControl } from "./seed.js";
import { checkProof } from "./verify.js";
import { recordOf } from "./watch.js";
import { ask, button, complain, el, showDialog } from "../words.js";

export async function showProof(page, number) {
	try {
		const round = await ask("GET", `/api/tables/${page.id}/rounds/${number}`);
		const record = recordOf(page.id);
		const checks = [...checkProof(round, record && announced(record, number)), ...followed(page.id, record)];
		show(page, round, checks);
	} catch (fault) {
		complain(fault.message);
	}
}

function show(page, round, checks) {
	const { number, proof } = round;
	const [many, failed] = [checks.length, checks.filter(([right]) => !right).length];
	const title = failed ? `Round ${number} does NOT match its sealed deck` : `Verified: round ${number} was fair`;
	const words = failed
		? `${failed} of ${many} checks failed. Save the file as evidence.`
		: `The deck was locked before the bets and was not changed: all ${many} checks passed.`;
	const verify = el("code", {}, "pitboss verify FILE");
	const details = el(
		"details",
		{ class: "proof-details", open: failed > 0, "data-key": "proof-details" },
		el("summary", {}, "Details"),
		el("ul", { class: "checks" }, ...checks.map(([right, words]) => el("li", { class: right ? "" : "no" }, words))),
		el("code", { class: "hash" }, `seal ${proof.commitment}`),
		el("p", {}, "The file holds the record and the proof: ", verify, " deals it again and compares every event."),
		compareHeads(),
	);
	const buttons = [
		fileLink("Save the file", `${page.id}-${number}.json`, round),
		el("button", { class: "button action" }, "Close"),
	];
	const seed = page.bar?.message?.you.seat != null ? seedControl(page) : null;
	showDialog(title, [el("p", { class: "soft" }, words), details, seed], { buttons });
}

function followed(table, record) {
	const proven = provenHead();
	const checks = [];
	const words = `Every round this browser watched here, up to round ${record?.checked}, follows on from the one before.`;
	if (record?.checked) checks.push([alarms().every((one) => one.table !== table), words]);
	if (proven)
		checks.push([
			alarms().every((one) => one.table),
			`The house's log of ${proven.size} entries contains every head that this browser saw since ` +
				`${proven.since.slice(0, 10)}.`,
		]);
	return checks;
}

// Your head of the log, and whether another player is shown the same books: their head, sent past this house.
function compareHeads() {
	const { size, root } = provenHead() ?? {};
	if (!root) return null;
	const [input, said] = [
		el("input", { "aria-label": "Another player's copy of the log's head" }),
		el("p", { role: "status" }),
	];
	const onclick = async () => {
		const isSame = await containsHead(input.value).catch(() => false);
		said.textContent = isSame
			? "You are both shown the same books."
			: "This house does not prove that head. If it was copied correctly, you are shown different books.";
	};
	return el(
		"details",
		{},
		el("summary", {}, "Technical details"),
		el("p", {}, "Your copy of the log's head (", el("code", {}, "pitboss audit --against"), "), and another player's:"),
		el("code", { class: "hash" }, `log:${size}:${root}`),
		input,
		button("Compare", { class: "button small", onclick }),
		said,
	);
}
