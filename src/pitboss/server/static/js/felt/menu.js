// Popovers next to their button, closed by Escape or a click elsewhere; a menu is one with links and actions.
import { icon } from "./board/pieces.js";
import { button, el } from "../words.js";

// An entry is a label with a path to go to or an action to run.
export function menuButton(label, entries, attributes = {}) {
	const node = button(icon("more"), {
		class: "button icon-only",
		"aria-label": label,
		"aria-haspopup": "menu",
		title: label,
		onclick: () => openMenu(node, label, entries),
		...attributes,
	});
	return node;
}

export function popover(from, label, role, content) {
	const box = el("div", { class: `popover ${role}`, popover: "auto", role, "aria-label": label });
	box.append(...content(() => box.hidePopover()));
	box.addEventListener("toggle", (event) => event.newState === "closed" && box.remove());
	document.getElementById("view").append(box);
	box.showPopover();
	place(box, from.getBoundingClientRect());
	return box;
}

export function openMenu(from, label, entries) {
	const box = popover(from, label, "menu", (close) => entries.filter(Boolean).map((entry) => item(entry, close)));
	box.classList.add("panel");
	box.addEventListener("keydown", (event) => arrow(event, box));
	box.firstElementChild.focus();
}

function item({ words, href, action, disabled, key }, close) {
	const about = { class: "button plain", role: "menuitem", "data-key": key };
	if (href) return el("a", { ...about, href, onclick: close }, words);
	const act = () => {
		close();
		action();
	};
	return button(words, { ...about, disabled, onclick: act });
}

function place(box, at) {
	const left = at.left < innerWidth / 2 ? at.left : Math.min(at.right, innerWidth - 8) - box.offsetWidth;
	box.style.left = `${Math.max(Math.min(left, innerWidth - box.offsetWidth - 8), 8)}px`;
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
