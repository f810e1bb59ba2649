// The side panel, a sheet on phones: the round and those before it, pay tables, rules, chat and invitation.
import { component } from "../felt/board/morph.js";
import { icon } from "../felt/board/pieces.js";
import { papersOf } from "../lobby/documents.js";
import { ask, button, complain, el, netSum } from "../words.js";
import { guideTo, rulesChapters } from "./guide.js";
import { Chat } from "./chat.js";
import { Log } from "./log.js";
import { isPaid, payTable } from "./paytables.js";

const MOST_ROUNDS = 12;
const TABS = { round: "Round", pays: "Pays", rules: "Rules", chat: "Chat" };
const EDGE_AGAIN = 2000;

// Tabs by name; `chosen` is open, and `unread` counts what is new behind a tab.
export const tabBar = component("pb-tabs", (label, names, chosen, unread = {}, controls = "panel") => [
	{ class: "tabs", role: "tablist", "aria-label": label },
	...Object.entries(names).map(([name, words]) =>
		el(
			"button",
			{
				type: "button",
				role: "tab",
				"data-tab": name,
				"data-key": `tab-${name}`,
				"aria-controls": controls,
				"aria-selected": String(name === chosen),
				tabindex: name === chosen ? 0 : -1,
			},
			words,
			unread[name] ? el("span", { class: "count" }, ` ${unread[name]}`, el("span", { class: "sr" }, " new")) : null,
		),
	),
]);

export const sidePanel = component("pb-panel", (tabs, shut, body) => [
	{ class: "side panel", role: "complementary", "aria-label": "Round, pays and rules" },
	el("h2", { class: "sr" }, "Round, pays and rules"),
	el("div", { class: "tab-row" }, tabs, shut),
	body,
	el("p", { class: "foot" }, icon("shield"), el("span", {}, "Fair deal: deck sealed before you bet")),
]);

export class Panel {
	constructor(page) {
		this.page = page;
		this.log = new Log();
		this.chat = new Chat(page);
		this.rounds = el("ul", { class: "rounds", "aria-label": "Finished rounds" });
		this.live = el("div", { class: "live-pays" });
		this.reach = {}; // bet → lines of its pay table that it can still make
		this.body = el("div", { class: "body", role: "tabpanel", id: "panel", tabindex: -1 });
		this.tabs = tabBar("Table information", TABS, "round");
		this.tabs.addEventListener("click", ({ target }) => {
			const { tab } = target.closest("[data-tab]")?.dataset ?? {};
			if (tab) this.open(tab);
		});
		this.tabs.addEventListener("keydown", (event) => this.arrow(event));
		const shut = button(icon("clear"), {
			class: "button plain icon-only shut",
			"aria-label": "Close",
			"data-key": "close-panel",
			onclick: () => this.shut(),
		});
		this.node = sidePanel(this.tabs, shut, this.body);
		this.words = el("span", {}, "The round so far");
		this.ticker = el(
			"button",
			{ type: "button", class: "ticker", "data-key": "ticker", onclick: () => this.open("round") },
			icon("table"),
			this.words,
			icon("up"),
		);
		this.past = [];
		this.show("round");
	}

	// On phones the panel is a sheet over the lower half; elsewhere it is always there.
	open(name) {
		this.node.classList.add("open");
		this.show(name);
		this.tabs.querySelector(`[data-tab=${name}]`).focus({ preventScroll: true });
	}

	shut() {
		this.node.classList.remove("open");
		this.page.bar?.focusOn();
	}

	arrow(event) {
		const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
		if (!step) return;
		const names = Object.keys(TABS);
		this.open(names[(names.indexOf(this.name) + step + names.length) % names.length]);
	}

	show(name) {
		this.name = name;
		this.drawTabs();
		this.body.setAttribute("aria-label", TABS[name]);
		(name === "chat" ? this.talk : this[name]).call(this);
	}

	round() {
		this.body.replaceChildren(this.log.node, this.rounds, this.live);
		this.log.scroll();
		this.drawLive();
	}

	// The pay tables of your bets in this round, below the log; all of them before your first.
	async drawLive() {
		if (!this.page.message) return; // nobody has said yet who plays
		const guide = await this.guide();
		const mine = this.page.linesOfMine();
		const isBetting = this.page.message.table.state === "betting" && !this.page.last;
		const tables = (guide?.tables ?? []).filter((table) => isBetting || isPaid(table, mine.bets));
		this.live.replaceChildren(...tables.map((table) => payTable(table, mine)));
	}

	// Your cards or bets have changed: ask which lines they can still make, if a pay table is in sight.
	async follow(state) {
		if (state === this.followed || !["round", "pays"].includes(this.name) || !this.body.checkVisibility()) return;
		this.followed = state;
		this.reach = await ask("GET", `/api/tables/${this.page.id}/reach`).catch(() => ({}));
		if (["round", "pays"].includes(this.name)) this.name === "pays" ? this.pays() : this.drawLive();
	}

	tick(text) {
		this.words.textContent = text;
	}

	async guide() {
		const { id } = this.page;
		const guide = await guideTo(id).catch((fault) => complain(fault.message));
		if (guide && !guide.edge_known && !this.timer) {
			this.timer = setTimeout(() => {
				this.timer = null;
				if (this.node.isConnected) this.refresh();
			}, EDGE_AGAIN);
		}
		if (guide?.edge_words && this.page.header.edge !== shortEdge(guide.edge_words)) {
			this.page.header.edge = shortEdge(guide.edge_words);
			if (this.page.message) this.page.drawHeader();
		}
		return guide;
	}

	async refresh() {
		if (["pays", "rules"].includes(this.name)) this.show(this.name);
		else await this.guide();
	}

	async pays() {
		const guide = await this.guide();
		if (this.name !== "pays" || !guide) return;
		const mine = this.page.linesOfMine();
		this.body.replaceChildren(...guide.tables.map((table) => payTable(table, mine)), limits(guide));
	}

	async rules() {
		const guide = await this.guide();
		if (this.name !== "rules" || !guide) return;
		this.body.replaceChildren(
			el("div", { class: "guide" }, ...rulesChapters(guide, papersOf(`/api/tables/${this.page.id}`))),
		);
	}

	talk() {
		this.body.replaceChildren(this.chat.node);
		this.chat.lines.scrollTop = this.chat.lines.scrollHeight;
		this.unread(0);
	}

	hearChat({ lines, earlier = false }) {
		const many = this.chat.hear(lines, { isWhole: earlier });
		const isSeen = this.name === "chat" && this.body.checkVisibility();
		this.unread(isSeen || earlier ? 0 : (this.waiting ?? 0) + many);
	}

	unread(many) {
		this.waiting = many;
		this.drawTabs();
	}

	drawTabs() {
		this.tabs.show("Table information", TABS, this.name, { chat: this.waiting });
	}

	ended(number, net, words) {
		if (this.past.some((one) => one.number === number)) return;
		this.past = [{ number, net, words }, ...this.past].sort((a, b) => b.number - a.number).slice(0, MOST_ROUNDS);
		this.rounds.replaceChildren(...this.past.map((one) => this.row(one)));
	}

	row({ number, net, words }) {
		const link = {
			class: "button plain icon-only",
			href: this.page.replayOf(number),
			"aria-label": `Replay round ${number}`,
			"data-key": `replay-${number}`,
		};
		const replay = el("a", link, icon("replay"));
		return el("li", {}, el("span", {}, `#${number}`), el("span", {}, words), netSum(net), replay);
	}

	async recall() {
		const rounds = await ask("GET", "/api/me/rounds").catch(() => []);
		for (const round of rounds)
			if (round.table === this.page.id) this.ended(round.number, round.net, outcome(round.net));
	}
}

const outcome = (net) => (net > 0 ? "Won" : net < 0 ? "Lost" : "Even");

const shortEdge = (words) => words.replace(/^House edge ([\d.]+%).*$/, "house edge $1");

const limits = (guide) =>
	el(
		"section",
		{},
		el("h3", {}, "Bets"),
		el(
			"table",
			{ class: "pay" },
			el(
				"tbody",
				{},
				...guide.bets.map((bet) => el("tr", {}, el("th", { scope: "row" }, bet.title), el("td", {}, bet.pays))),
			),
		),
	);
