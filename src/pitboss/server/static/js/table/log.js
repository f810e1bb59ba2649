// The log of the round: your lines and the dealer's, or everyone's.
import { icon } from "../felt/board/pieces.js";
import { keep, setting } from "../settings.js";
import { button, el } from "../words.js";

const MOST = 120;

export class Log {
	constructor() {
		this.lines = el("div", {
			class: "lines log",
			tabindex: 0,
			role: "log",
			"aria-label": "Log of the round",
			"aria-live": "off",
		});
		this.more = button("", { class: "button plain small more", "data-key": "everyone", onclick: () => this.unfold() });
		this.title = el("h3", {}, "Round");
		this.node = el(
			"section",
			{ class: "story", "aria-label": "Log" },
			el("div", { class: "head" }, this.title, this.more),
			this.lines,
		);
		this.speak(setting("aloud", "off") === "on");
		this.fold(setting("log", "mine") === "all");
	}

	get isLoud() {
		return this.lines.getAttribute("aria-live") === "polite";
	}

	// The log is not announced unless the player wants to hear every motion.
	speak(aloud) {
		keep("aloud", aloud ? "on" : "off");
		this.lines.setAttribute("aria-live", aloud ? "polite" : "off");
	}

	follow(seat) {
		this.node.classList.toggle("watched", seat == null);
	}

	clear(number) {
		if (number) this.title.textContent = `Round ${number}`;
		this.lines.replaceChildren();
	}

	add(text, kind = "", clause = "", amount = "") {
		const sum = amount ? el("span", { class: "sum" }, amount) : null;
		const node = el("p", { class: kind, title: clause || null }, el("span", {}, text), sum ? " " : "", sum);
		this.lines.append(node);
		while (this.lines.childElementCount > MOST) this.lines.firstChild.remove();
		this.scroll();
		return node;
	}

	change(node, text) {
		node.firstChild.textContent = text;
		this.scroll();
	}

	scroll() {
		this.scrolling ??= requestAnimationFrame(() => {
			this.scrolling = null;
			this.lines.scrollTop = this.lines.scrollHeight;
		});
	}

	fold(all) {
		this.node.classList.toggle("all", all);
		this.more.setAttribute("aria-pressed", String(all));
		this.more.replaceChildren(all ? "Everyone" : "Just me", icon("up"));
	}

	unfold() {
		const all = !this.node.classList.contains("all");
		keep("log", all ? "all" : "mine");
		this.fold(all);
		this.scroll();
	}
}
