// The house's desk: for the operator, who signs in with the link printed at the start of the server.
import { actionsOf, chapterOfBooks, state } from "./books.js";
import { byDay, daysChart, whole } from "./holds.js";
import { roundsToLookAt } from "./rounds.js";
import { rulesInForce, TableList } from "./tables.js";
import { ask, button, complain, el } from "../words.js";

const TABS = {
	tables: "Tables",
	days: "Days",
	rounds: "Rounds",
	rules: "Rules in force",
	operators: "Operators",
	export: "Export",
};
const AGAIN = 5000;
const SOON = 1000;

export async function showOffice(view) {
	document.title = "House desk · pitboss";
	const body = el("div", { class: "desk-body" });
	view.replaceChildren(el("div", { class: "room office" }, el("h1", {}, "House desk"), body));
	const desk = new Office(body);
	await desk.enter();
	return () => desk.stop();
}

class Office {
	constructor(body) {
		this.body = body;
		this.table = new URLSearchParams(location.search).get("table") ?? ""; // whose days are shown; nothing: those of all
		this.gone = false;
	}

	// Read the secret from the link's hash, which is never sent to a server, and remove it from the address.
	async enter(said = decodeURIComponent(location.hash.slice(1))) {
		try {
			if (said) {
				history.replaceState(null, "", `/house${location.search}`);
				await ask("POST", "/api/house/enter", { secret: said });
			}
			await this.look();
		} catch (fault) {
			if (fault.code !== "no-entry") complain(fault.message);
			if (!this.gone) this.body.replaceChildren(this.askSecret(fault));
		}
	}

	askSecret(fault) {
		const input = el("input", {
			type: "password",
			class: "input",
			name: "secret",
			required: true,
			autocomplete: "current-password",
			"aria-label": "Operator secret",
		});
		const come = (event) => {
			event.preventDefault();
			this.enter(input.value);
		};
		const form = { class: "row", onsubmit: come };
		const open = el("button", { class: "button action" }, "Open the desk");
		return el("section", {}, el("p", { role: "status" }, sentence(fault)), el("form", form, input, open));
	}

	async look() {
		clearTimeout(this.timer);
		const found = await ask("GET", `/api/house?table=${encodeURIComponent(this.table)}`);
		if (this.gone) return;
		this.show(found);
		const wait = found.waiting || found.followed.behind ? SOON : AGAIN;
		this.timer = setTimeout(() => this.look().catch((fault) => this.lost(fault)), wait);
	}

	lost(fault) {
		if (this.gone) return;
		if (fault.code === "no-entry") this.body.replaceChildren(this.askSecret(fault));
		else {
			complain(fault.message);
			this.timer = setTimeout(() => this.look().catch((again) => this.lost(again)), AGAIN);
		}
	}

	// Redraw only parts whose figures changed, so that selections and inputs survive.
	show(found) {
		if (!this.parts) this.build(found);
		this.titles = new Map([...found.names, ...found.open].map((each) => [each.id, each.title]));
		const draw = {
			state: () => state(found),
			whole: () => [el("div", { class: "overview" }, el("div", {}, ...whole(found)), daysChart(found.days))],
			days: () => byDay(found, this.titles, this.table, (table) => this.choose(table)),
			rules: () => rulesInForce(found.open),
			operators: () => actionsOf(found),
		};
		const facts = {
			state: [found.followed, found.audit, found.head, found.waiting, Math.floor(Date.now() / 60_000)],
			whole: [found.all, found.days],
			days: [found.days, this.table],
			rules: found.open.map((each) => [each.game, each.rules]),
			operators: [found.operator, found.actions],
		};
		for (const [name, make] of Object.entries(draw)) this.fill(name, JSON.stringify(facts[name]), make);
		const tables = JSON.stringify([found.tables, found.names, found.open]);
		if (tables !== this.tableFacts) this.list.show(found, this.titles);
		this.tableFacts = tables;
		this.rounds.titles = this.titles;
	}

	fill(name, facts, make) {
		const part = this.parts[name];
		if (part.facts === facts) return;
		part.facts = facts;
		const held = document.activeElement;
		const key = part.node.contains(held) ? held.dataset.key : null;
		const scrolled = part.node.querySelector(".scroll")?.scrollTop ?? 0;
		part.node.replaceChildren(...make());
		const box = part.node.querySelector(".scroll");
		if (box) box.scrollTop = scrolled;
		if (key) (part.node.querySelector(`[data-key="${CSS.escape(key)}"]`) ?? part.node).focus?.();
	}

	build(found) {
		const names = ["state", "whole", "days", "rules", "operators"];
		this.parts = Object.fromEntries(names.map((name) => [name, { node: el("section", { "data-part": name }) }]));
		this.rounds = roundsToLookAt(found.names);
		this.list = new TableList({
			send: (path, sent) => this.do(path, sent),
			choose: (table) => this.choose(table),
		});
		const { state: first, whole: sums, days, rules, operators } = this.parts;
		this.views = {
			tables: this.list.node,
			days: days.node,
			rounds: this.rounds.node,
			rules: rules.node,
			operators: operators.node,
			export: chapterOfBooks(),
		};
		const tab = ([name, words]) =>
			el(
				"button",
				{ type: "button", role: "tab", "data-key": `tab-${name}`, "data-tab": name, onclick: () => this.open(name) },
				words,
			);
		this.tabs = el(
			"div",
			{ class: "tabs", role: "tablist", "aria-label": "The desk" },
			...Object.entries(TABS).map(tab),
		);
		this.place = el("div", { class: "desk-view", role: "tabpanel", tabindex: -1 });
		const leave = button("Leave the desk", { class: "button plain", onclick: () => this.leave() });
		this.body.replaceChildren(
			sums.node,
			this.tabs,
			this.place,
			el("footer", { class: "desk-foot" }, first.node, leave),
		);
		this.open(new URLSearchParams(location.search).get("view") ?? "tables");
	}

	// A view has its own address.
	open(name) {
		const shown = name in this.views ? name : "tables";
		for (const tab of this.tabs.children) tab.setAttribute("aria-selected", String(tab.dataset.tab === shown));
		this.place.setAttribute("aria-label", TABS[shown]);
		this.place.replaceChildren(this.views[shown]);
		const about = new URLSearchParams(shown === "tables" ? {} : { view: shown });
		if (shown === "days" && this.table) about.set("table", this.table);
		history.replaceState(null, "", about.size ? `/house?${about}` : "/house");
	}

	choose(table) {
		this.table = table;
		this.open("days");
		this.look().catch((fault) => this.lost(fault));
		this.rounds.choose({ table });
	}

	async do(path, sent) {
		try {
			await ask("POST", path, sent);
			await this.look();
			return true;
		} catch (fault) {
			complain(fault.message);
			return false;
		}
	}

	async leave() {
		await ask("POST", "/api/house/leave").catch(() => {});
		clearTimeout(this.timer);
		this.parts = null;
		this.body.replaceChildren(this.askSecret({ message: "you have left the desk" }));
	}

	stop() {
		this.gone = true;
		clearTimeout(this.timer);
	}
}

const sentence = ({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`;
