// The bar above the table: what is played, hints, pace, sound, help, your purse, and a menu.
import { icon } from "../felt/board/pieces.js";
import { morph } from "../felt/board/morph.js";
import { openMenu } from "../felt/menu.js";
import { FELTS, felt, keep, PACES, setting, switchTheme } from "../settings.js";
import { button, el, money, still } from "../words.js";

const COUNTS = 400; // milliseconds in which the purse counts to its new amount

export class Header {
	constructor(page) {
		this.page = page;
		this.node = el("header", { class: "top" });
		this.node.addEventListener("click", (event) => this.press(event));
	}

	get purseNode() {
		return this.node.querySelector(".purse");
	}

	get pace() {
		const { words } = PACES[setting("pace", "normal")] ?? PACES.normal;
		return `Pace: ${words.toLowerCase()}`;
	}

	draw() {
		const { bar, setup, message, sound } = this.page;
		const { you } = message;
		const control = (key, picture, words, label, attributes = {}) => {
			const about = {
				class: "button plain small",
				"data-key": key,
				"aria-label": label,
				title: label,
				...attributes,
			};
			return button(icon(picture), about, words && el("span", { class: "wide-only" }, words));
		};
		const hints = bar?.hints ? "Hints on" : "Hints off";
		const shown = this.purse(you);
		const fresh = el(
			"header",
			{ class: "top" },
			el(
				"a",
				{ class: "button plain icon-only", href: "/", "aria-label": "Back to the lobby", "data-key": "lobby" },
				icon("back"),
			),
			this.page.heading.cloneNode(true),
			el("span", { class: "meta wide-only" }, this.meta(setup)),
			el(
				"div",
				{ class: "end" },
				control("hints", "bulb", hints, hints, { "aria-pressed": String(Boolean(bar?.hints)) }),
				control("pace", "bolt", this.pace, this.pace),
				control("sound", sound.isOn ? "sound" : "mute", "", sound.isOn ? "Sound on" : "Sound off", {
					"aria-pressed": String(sound.isOn),
				}),
				control("how", "help", "", "How to play"),
				el("span", { class: "purse", role: "img", "aria-label": `bankroll ${money(this.target)}` }, shown),
				control("menu", "more", "", "Menu", { "aria-haspopup": "menu" }),
			),
		);
		morph(this.node, fresh);
	}

	meta({ bets, changed }) {
		const before = bets.filter((bet) => !bet.in_play);
		const least = Math.min(...before.map((bet) => bet.least));
		const most = Math.max(...before.map((bet) => bet.most));
		const many = Object.keys(changed).length;
		return [`${money(least)}–${money(most)}`, this.edge, many ? `${many} house rule${many === 1 ? "" : "s"}` : null]
			.filter(Boolean)
			.join(" · ");
	}

	purse({ bankroll, in_hand: held }) {
		const now = bankroll + held;
		const before = this.shown ?? now;
		const isHeldBack = this.page.bar?.isBusy && before !== now; // the round on the felt is not over yet
		if (now === this.target || isHeldBack) return money(before);
		this.target = now;
		if (still() || before === now) this.shown = now;
		else this.count(before, now, performance.now());
		return money(this.shown ?? before);
	}

	count(from, to, since) {
		const share = Math.min((performance.now() - since) / COUNTS, 1);
		if (this.target !== to) return;
		this.shown = Math.round((from + (to - from) * share) / 100) * 100;
		if (share === 1) this.shown = to;
		const node = this.purseNode;
		if (node) node.textContent = money(this.shown);
		if (share < 1) requestAnimationFrame(() => this.count(from, to, since));
	}

	press(event) {
		const key = event.target.closest("[data-key]")?.dataset.key;
		const { page } = this;
		if (key === "hints") page.bar.switchHints();
		if (key === "pace") this.nextPace();
		if (key === "how") page.panel.open("rules");
		if (key === "menu") this.menu(event.target.closest("[data-key]"));
		if (key === "sound") this.switchSound();
	}

	switchSound() {
		this.page.sound.switch();
		this.draw();
	}

	nextPace() {
		const names = Object.keys(PACES);
		keep("pace", names[(names.indexOf(setting("pace", "normal")) + 1) % names.length]);
		this.draw();
	}

	nextFelt() {
		const names = Object.keys(FELTS);
		keep("felt", names[(names.indexOf(setting("felt", "game")) + 1) % names.length]);
		this.page.drawBoard({ isStill: true });
	}

	menu(from) {
		const { page } = this;
		const { you } = page.message;
		const entry = (words, key, action) => ({ words, key, action });
		const entries = [
			entry(this.pace, "pace-too", () => this.nextPace()),
			entry(page.sound.isOn ? "Sound off" : "Sound on", "sound-too", () => this.switchSound()),
			entry("How to play", "how-too", () => page.panel.open("rules")),
			entry("Your career", "score", () => open("/career")),
			entry("Your rounds", "rounds", () => page.panel.open("round")),
			page.last ? entry("Check the last deal", "verify", () => page.verify()) : null,
			page.watch.hasUsedShoe ? entry("Open this shoe, shuffle a new one", "new-shoe", () => page.newShoe()) : null,
			entry("Guide me through a round", "walk", () => page.walk(true)),
			entry(page.panel.log.isLoud ? "Stop reading every motion aloud" : "Read every motion aloud", "aloud", () =>
				page.panel.log.speak(!page.panel.log.isLoud),
			),
			entry(setting("deck", "two") === "four" ? "Two-colour deck" : "Four-colour deck", "deck", () =>
				page.switchDeck(),
			),
			entry(`Felt: ${felt().words.toLowerCase()}`, "felt", () => this.nextFelt()),
			entry("Light or dark", "theme", switchTheme),
			you.seat == null ? null : entry("Leave the seat", "stand", () => page.getUp()),
		];
		openMenu(from, "Menu", entries);
	}
}
