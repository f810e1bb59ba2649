// The documents of a game or of a custom table: report, rules filing, rack card; made in the background.
import { ask, button, complain, el } from "../words.js";

const AGAIN = 1000;
const busy = (paper) => paper.state === "waiting" || paper.state === "making";

// A list that refreshes while documents are being created; `at` is a game's or a table's address.
export function papersOf(at) {
	const list = el("ul", { class: "papers", "aria-label": "Documents" });
	let timer;
	const show = (papers) => {
		const focus = document.activeElement?.dataset?.key;
		list.replaceChildren(...papers.map((paper) => row(paper, make)));
		if (focus) list.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
		clearTimeout(timer);
		if (papers.some(busy)) timer = setTimeout(() => list.isConnected && look(), AGAIN);
	};
	const look = () => ask("GET", `${at}/papers`).then(show, (fault) => complain(fault.message));
	const make = (kind) => ask("POST", `${at}/papers/${kind}`).then(look, (fault) => complain(fault.message));
	look();
	return list;
}

function row(paper, make) {
	const name = el("span", { class: "name" }, paper.title);
	const key = `paper-${paper.kind}`;
	if (paper.state === "ready") {
		const words = { href: paper.address, target: "_blank", rel: "noopener", class: "button", "data-key": key };
		return el("li", {}, name, el("a", { ...words, "aria-label": `Open: ${paper.title}, PDF` }, "Open PDF"));
	}
	if (busy(paper)) {
		const share = Math.round(paper.share * 100);
		const bar = el("progress", { max: 100, value: share, "aria-label": `${paper.title}: ${share}% done` });
		return el("li", {}, name, bar, el("span", { class: "doing", role: "status" }, paper.words));
	}
	const words = paper.state === "failed" ? "Try again" : "Create PDF";
	const again = button(words, {
		"aria-label": `${words}: ${paper.title}`,
		"data-key": key,
		onclick: () => make(paper.kind),
	});
	const fault = paper.state === "failed" ? el("span", { class: "doing", role: "status" }, paper.words) : null;
	return el("li", {}, name, again, fault);
}
