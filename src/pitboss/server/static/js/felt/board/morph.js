// Update a node to match a new one in place, so that focus, pointers and animations survive a redraw.
import { el } from "../../words.js";

const keyOf = (node) => node.dataset?.id ?? node.dataset?.key;

export function morph(node, fresh) {
	for (const { name } of [...node.attributes]) {
		if (name !== "style" && !fresh.hasAttribute(name)) node.removeAttribute(name);
	}
	for (const { name, value } of fresh.attributes) {
		if (name !== "style" && node.getAttribute(name) !== value) node.setAttribute(name, value);
	}
	if (!node.drawsItself) children(node, [...fresh.childNodes]);
}

// Define a component: a custom element whose `show` draws a state. `draw` returns its attributes and children.
// Return a function that creates one.
export function component(name, draw) {
	class Component extends HTMLElement {
		show(...state) {
			const [attributes, ...inside] = draw(...state);
			morph(this, el("div", attributes, ...inside));
			return this;
		}
	}
	if (!customElements.get(name)) customElements.define(name, Component);
	return (...state) => document.createElement(name).show(...state);
}

function children(node, wanted) {
	const keyed = new Map();
	const plain = [];
	for (const child of node.childNodes) {
		const key = keyOf(child);
		if (key) keyed.set(key, child);
		else plain.push(child);
	}
	let place = node.firstChild;
	for (const fresh of wanted) {
		const key = keyOf(fresh);
		const old = key ? keyed.get(key) : matching(plain, fresh);
		if (key) keyed.delete(key);
		const child = old && old.nodeName === fresh.nodeName ? updated(old, fresh) : fresh;
		if (child === place) place = place.nextSibling;
		else node.insertBefore(child, place);
	}
	while (place) {
		const next = place.nextSibling;
		place.remove();
		place = next;
	}
}

function matching(plain, fresh) {
	const at = plain.findIndex((one) => one.nodeName === fresh.nodeName);
	return at < 0 ? null : plain.splice(at, 1)[0];
}

function updated(old, fresh) {
	if (old.nodeType === Node.TEXT_NODE) {
		if (old.data !== fresh.data) old.data = fresh.data;
	} else morph(old, fresh);
	return old;
}
