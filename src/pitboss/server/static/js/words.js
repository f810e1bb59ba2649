// Small helpers: money as text, elements from data, error messages.

const grouped = new Intl.NumberFormat("en-US");

export const money = (cents) => {
	const whole = grouped.format(Math.trunc(Math.abs(cents) / 100));
	const rest = Math.abs(cents) % 100;
	return `${cents < 0 ? "−" : ""}$${whole}${rest ? `.${String(rest).padStart(2, "0")}` : ""}`;
};
// The payout of a bet that is left on the table.
export const PUSH = "push";
export const signedMoney = (cents) => (cents > 0 ? "+" : "") + money(cents);
export const toneOf = (net) => (net > 0 ? "good" : net < 0 ? "bad" : "");
// What was won or lost, in its colour.
export const netSum = (net) => el("span", { class: toneOf(net) || "faint" }, signedMoney(net));
// Averages, to the cent.
export const dollars = (cents) => `${Math.round(cents) < 0 ? "−" : "+"}$${(Math.abs(cents) / 100).toFixed(2)}`;
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// A line of the rule sheet as players say it: "Pair of 2s to 10s", "17 to 20".
export const inShort = (line) =>
	line
		.replace(/^Card Total /, "")
		.replace(/ thru (?:Pair of )?/, " to ")
		.replace(/(\d)'s\b/gi, "$1s")
		.replace("A Spades/A Hearts", "A♠ with A♥");

export const el = (name, attributes = {}, ...children) => {
	const node = document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
		else if (value === true) node.setAttribute(key, "");
		else if (value !== false && value != null) node.setAttribute(key, value);
	}
	node.append(...children.filter((child) => child != null));
	return node;
};

export const button = (words, attributes = {}, ...more) =>
	el("button", { type: "button", class: "button", ...attributes }, words, ...more);

// A key that is printed on a button.
export const keyCap = (letter) => el("kbd", { class: "key", "aria-hidden": "true" }, letter);

export const svg = (name, attributes = {}, ...children) => {
	const node = document.createElementNS("http://www.w3.org/2000/svg", name);
	for (const [key, value] of Object.entries(attributes)) if (value != null) node.setAttribute(key, value);
	node.append(...children);
	return node;
};

let fading;
export const complain = (sentence) => {
	const box = document.getElementById("alert");
	box.textContent = capital(sentence);
	box.classList.add("shown");
	clearTimeout(fading);
	fading = setTimeout(() => box.classList.remove("shown"), 6000);
};

// Announcements for screen readers: the question, your cards, your results.
export const announce = (sentence) => {
	const box = document.getElementById("say");
	box.append(el("p", {}, sentence));
	while (box.childElementCount > 6) box.firstChild.remove();
};

// Copy a text; return whether that worked. Without HTTPS, browsers have only the old way.
export const copyText = async (text) => {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		const area = el("textarea", {}, text);
		document.body.append(area);
		area.select();
		const isCopied = document.execCommand("copy");
		area.remove();
		return isCopied;
	}
};

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// A dialog that is removed when it closes.
export const dialog = (title, ...children) => {
	const node = el("dialog", { "aria-label": title }, ...children);
	node.addEventListener("close", () => node.remove());
	document.body.append(node);
	return node;
};

// Show a dialog with a heading, and at its end a row of buttons.
export function showDialog(title, body, { buttons = [el("button", { class: "button" }, "Close")], onsubmit } = {}) {
	const form = el(
		"form",
		{ method: "dialog" },
		el("h2", {}, title),
		...body,
		el("div", { class: "row end" }, ...buttons),
	);
	if (onsubmit) form.addEventListener("submit", onsubmit);
	const node = dialog(title, form);
	node.showModal();
	return node;
}

export async function ask(method, path, body) {
	const headers = body ? { "Content-Type": "application/json" } : {};
	const response = await fetch(path, { method, headers, body: body ? JSON.stringify(body) : undefined });
	const data = await response.json();
	if (!response.ok) throw Object.assign(new Error(data.reason ?? "the house could not read this"), data);
	return data;
}
