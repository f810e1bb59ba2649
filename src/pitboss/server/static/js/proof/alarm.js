// The warning that the house broke a promise: a dialog immediately, and a banner that stays until you dismiss it.
import { store, stored } from "../settings.js";
import { button, el, showDialog } from "../words.js";

const MOST = 20;
const BOOKS = ["another-house", "books-rolled-back", "not-in-log"];
const BY_OTHERS = ["another-house", "other-view"];

export const alarms = () => stored("alarms") ?? [];

// Show a fault { code, words, table, number, evidence }. The same one is shown once.
export function raise(fault) {
	const known = alarms();
	const isSame = (one) => one.code === fault.code && one.table === fault.table && one.number === fault.number;
	if (known.some(isSame)) return showBanner();
	store("alarms", [...known, { ...fault, seen: new Date().toISOString() }].slice(-MOST));
	showBanner();
	explain();
}

export function showBanner() {
	const known = alarms();
	const old = document.getElementById("alarm");
	if (!known.length) return old?.remove();
	const banner = el(
		"div",
		{ id: "alarm", role: "alert", "data-code": known.at(-1).code },
		el("strong", {}, heading(known.at(-1))),
		el("span", {}, where(known.at(-1))),
		button("Details", { class: "button small", onclick: explain }),
	);
	if (old) old.replaceWith(banner);
	else document.body.prepend(banner);
}

const HEADINGS = {
	"another-house": "A different house is running here",
	"other-view": "You may be seeing different books",
	"log-withheld": "This house does not prove its books",
	withheld: "This house does not prove its deals",
};
const heading = ({ code }) => HEADINGS[code] ?? "This house is not honest";
const where = ({ words, table, number }) => (table ? `${words} (table ${table}, round ${number})` : words);

function explain() {
	document.querySelector("dialog.alarm")?.close();
	const known = alarms();
	const words = heading(known.at(-1));
	const isOther = known.every(({ code }) => BY_OTHERS.includes(code));
	const onclick = known.some(({ code }) => BOOKS.includes(code)) ? forgetHouse : forgetAlarms;
	const line = (one) => el("li", { class: "no", "data-code": one.code }, where(one));
	const advice = isOther
		? "If its operator started new books, continue. If not, somebody else answers at this address."
		: "Stop playing here. The evidence holds what the house announced and what it did; anyone can check it.";
	const buttons = [
		fileLink("Save the evidence", "pitboss-evidence.json", known),
		el("button", { class: "button", "data-key": "dismiss", onclick }, isOther ? "Continue" : "Dismiss"),
		el("button", { class: "button first", autofocus: true }, "Keep the warning"),
	];
	const list = el("ul", { class: "checks" }, ...known.map(line));
	showDialog(words, [list, el("p", {}, advice)], { buttons }).className = "alarm";
}

// A link that saves data as a file, made when it is followed.
export function fileLink(words, download, data) {
	const link = el("a", { class: "button", href: "#", download }, words);
	link.addEventListener("click", () => {
		link.href = URL.createObjectURL(new Blob([JSON.stringify(data)], { type: "application/json" }));
		setTimeout(URL.revokeObjectURL, 60_000, link.href);
	});
	return link;
}

function forgetAlarms() {
	store("alarms", []);
	showBanner();
}

// Start over with the house at this address: what the browser saw of the old books is forgotten.
function forgetHouse() {
	for (const name of Object.keys(localStorage))
		if (/^(heads|log-.*|deal:.*)$/.test(name)) localStorage.removeItem(name);
	forgetAlarms();
}
