// A menu next to its button: one popover with links and actions, closed by Escape or a click elsewhere.
import { icon } from "../felt/board/pieces.js";
import { button, el } from "../words.js";

// An entry is a label with a path to go to or an action to run.
export function menuButton(label, entries, attributes = {}) {
	const node = button("", {
		class: "button icon-only",
		"aria-label": label,
		"aria-haspopup": "menu",
		title: label,
		onclick: () => openMenu(node, label, entries),
		...attributes,
	});
	node.append(icon("more"));
	return node;
}

function openMenu(from, label, entries) {
	const box = el("div", { class: "popover menu panel", popover: "auto", role: "menu", "aria-label": label });
	box.append(...entries.filter(Boolean).map((entry) => item(entry, box)));
	box.addEventListener("toggle", (event) => event.newState === "closed" && box.remove());
	box.addEventListener("keydown", (event) => arrow(event, box));
	document.getElementById("view").append(box);
	box.showPopover();
	place(box, from.getBoundingClientRect());
	box.firstElementChild.focus();
}

function item({ words, href, action, disabled, key }, box) {
	const about = { class: "button plain", role: "menuitem", "data-key": key };
	if (href) return el("a", { ...about, href, onclick: () => box.hidePopover() }, words);
	const act = () => {
		box.hidePopover();
		action();
	};
	return button(words, { ...about, disabled, onclick: act });
}

function place(box, at) {
	box.style.left = `${Math.max(Math.min(at.right, innerWidth - 8) - box.offsetWidth, 8)}px`;
	const below = at.bottom + 4;
	const fits = below + box.offsetHeight <= innerHeight - 8;
	box.style.top = `${fits ? below : Math.max(at.top - 4 - box.offsetHeight, 8)}px`;
}

function arrow(event, box) {
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (!step) return;
	event.preventDefault();
	const items = [...box.querySelectorAll("[role=menuitem]:not(:disabled)")];
	const at = items.indexOf(document.activeElement);
	items[(at + step + items.length) % items.length]?.focus();
}
