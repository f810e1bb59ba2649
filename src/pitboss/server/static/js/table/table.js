// A table: the dealer's events are shown one by one, then the question.
import { Board } from "../felt/board/board.js";
import { TableModel } from "../felt/board/model.js";
import { glide } from "../felt/board/motion.js";
import { Payout } from "../felt/board/payout.js";
import { actionBar, ActionBar } from "../action_bar/action_bar.js";
import { showMe } from "../lobby/me.js";
import { Pace } from "../pace.js";
import { keepHead } from "../proof/heads.js";
import { Watch } from "../proof/watch.js";
import { keep, setting } from "../settings.js";
import { announce, ask, complain, el, signedMoney, still } from "../words.js";
import { Header } from "./header.js";
import { Panel } from "./panel.js";
import { Line } from "./socket.js";
import { Sound } from "./sound.js";
import { SpotCards } from "./spotcard.js";
import { placeName, PROCEDURE, Story } from "./story.js";
import { viewOf } from "./view.js";

const BIG_WIN = 10; // times the stake: it gets its own moment
const [MOMENT, FLIGHT] = [900, 460]; // milliseconds

export function sitDown(view, id) {
	const table = new TablePage(view, id);
	return () => table.leave();
}

// Only changes are sent, seat by seat; a seat that is null is free.
const merged = (old, changed) => {
	const seats = { ...old.seats, ...changed.seats };
	for (const [seat, held] of Object.entries(seats)) if (held === null) delete seats[seat];
	return { ...old, ...changed, seats };
};

class TablePage {
	constructor(view, id) {
		this.id = id;
		this.view = view;
		this.heading = el("h1", {}, "Table");
		this.stage = el("div", { class: "stage" });
		this.barBox = actionBar("busy");
		this.away = el("p", { class: "away", role: "status", hidden: true }, "Connection lost. Reconnecting…");
		this.model = new TableModel();
		this.sound = new Sound();
		this.header = new Header(this);
		this.panel = new Panel(this);
		this.story = new Story(this.panel.log, {
			names: (seat) => this.message?.table.seats[seat]?.nick,
			titles: (bet) => this.bar.title(bet),
			places: (at) => placeName(this.setup.felt, at),
		});
		this.pace = new Pace();
		this.cards = new SpotCards(this);
		this.board = new Board(this.stage, this.does());
		this.payout = new Payout(this.stage);
		this.stage.addEventListener("pointerdown", () => this.hurry());
		const table = { class: "table" };
		view.replaceChildren(
			el("div", table, this.header.node, this.away, this.stage, this.panel.ticker, this.barBox, this.panel.node),
		);
		document.body.classList.add("seated");
		document.body.dataset.deck = setting("deck", "two");
		this.wantsSeat = new URLSearchParams(location.search).has("play");
		if (this.wantsSeat) history.replaceState(null, "", location.pathname);
		this.queue = [];
		const say = (message) => this.line.say(message);
		this.watch = new Watch(id, say, () => this.line.lost());
		this.line = new Line(id, { hear: (message) => this.hear(message), changed: (up, gone) => this.reached(up, gone) });
		this.keys = (event) => this.key(event);
		addEventListener("keydown", this.keys);
	}

	does() {
		const bet = (name, amount) =>
			this.bar.chips.put(
				this.setup.bets.find((one) => one.name === name),
				amount,
			);
		return {
			bet: (name) => {
				this.sound.play("chip");
				bet(name, this.bar.chips.chip);
			},
			takeBack: (name) => bet(name, -this.bar.chips.chip),
			choose: (name) => this.barBox.querySelector(`[data-key="option-${CSS.escape(name)}"]`)?.click(),
			addBot: (seat) => this.bar.send({ type: "bot", seat }),
			removeBot: (seat) => this.bar.send({ type: "bot", seat, sits: false }),
			showFive: (who) => {
				this.five = who;
				this.drawBoard();
			},
		};
	}

	key(event) {
		if (event.key !== "Escape") return this.bar?.key(event);
		if (this.panel.node.classList.contains("open")) this.panel.shut();
		this.hurry();
	}

	leave() {
		this.line.end();
		this.watch.end();
		this.bar?.stop();
		this.cards.end();
		this.payout.clear();
		this.guide?.end();
		document.body.classList.remove("seated");
		removeEventListener("keydown", this.keys);
		for (const box of document.querySelectorAll(".popover")) box.remove();
	}

	// Show that the connection is up or down; a table that is gone for good shows the way out.
	reached(up, gone) {
		this.away.hidden = up;
		this.barBox.inert = !up;
		this.barBox.classList.toggle("dimmed", !up);
		if (!gone) return;
		this.watch.gone();
		this.dead(gone);
	}

	dead(why) {
		this.leave();
		const way = el("a", { class: "button action", href: "/" }, "To the lobby");
		const words = "A table closes when nobody has looked at it for a while. Your chips are back in your bankroll.";
		this.view.replaceChildren(el("div", { class: "gone" }, el("h1", {}, why), el("p", {}, words), way));
		way.focus();
	}

	hear(message) {
		if (message.type === "refused") {
			complain(message.reason);
			return;
		}
		if (message.type === "chat") {
			this.panel.hearChat(message);
			return;
		}
		this.watch.hear(message);
		message.heard = performance.now();
		this.queue.push(message);
		if (!this.working) this.work();
	}

	async work() {
		this.working = true;
		try {
			while (this.queue.length) {
				const message = this.queue.shift();
				if (message.type === "hello") await this.begin(message);
				else if (message.type === "update") await this.update(message);
			}
		} finally {
			this.working = false;
			this.pace.rest();
		}
	}

	async begin(hello) {
		this.setup = hello.setup;
		document.title = `${hello.setup.title} · pitboss`;
		this.heading.textContent = hello.setup.title;
		this.model.follow(hello.setup.felt);
		this.bar ??= new ActionBar(this.barBox, this);
		this.events = hello.events;
		this.panel.log.clear(hello.table.number);
		this.story.begin();
		this.message = this.bar.message = hello;
		for (const event of this.events) this.tell(event, { aloud: false });
		this.show(hello);
		this.panel.guide();
		this.panel.recall();
		this.recallCards();
		this.walk();
		if (this.wantsSeat && hello.you.seat == null) this.takeSeat();
	}

	// "Play" takes a seat without asking which; if it is refused, the player chooses one.
	async takeSeat() {
		if (await this.bar.sitDown()) return;
		this.wantsSeat = false;
		this.bar.draw();
	}

	async recallCards() {
		if (!this.model.deciding || this.model.history.length) return;
		const cards = await ask("GET", `/api/tables/${this.id}/last-cards`).catch(() => []);
		if (this.model.history.length || !cards.length) return;
		this.model.history = cards;
		this.drawBoard({ isStill: true });
	}

	show(message) {
		this.message = message;
		const { model } = this;
		const { history } = model;
		model.clear();
		model.history = history;
		model.front = message.you.seat;
		model.board = Boolean(message.table.board);
		const known = this.events.some((event) => event.event === "dealt" && event.seat == null);
		for (const [place, card] of message.table.board && !known ? message.table.board.split(" ").entries() : [])
			model.deal({ card, at: `card-${place + 1}` });
		for (const event of this.events) this.apply(event);
		if (message.table.state === "betting") model.sweep();
		model.history = history;
		this.state(message);
	}

	apply(event) {
		const { model } = this;
		if (event.event === "bets-opened") this.number = event.number;
		if (event.event === "bets-closed") {
			this.five = null;
			this.payout.clear();
		}
		model.act(event);
	}

	async update(message) {
		if (!this.setup) return;
		const before = this.message;
		if (message.table.log) keepHead(message.table.log);
		message.table = merged(before.table, message.table);
		message.you = { ...before.you, ...message.you };
		if (message.table.left === before.table.left) message.heard = before.heard; // the same clock is running
		const moved = before.you.seat !== message.you.seat;
		this.message = message;
		this.model.board = Boolean(message.table.board);
		await this.play(message.events);
		if (moved) this.stoodUp(before, message);
		if (moved) this.show(message);
		else this.state(message);
		if (moved && this.wantsSeat) this.firstBet(message);
	}

	// "Play" seats you with a bet ready: the next press is Deal.
	firstBet({ you, table }) {
		this.wantsSeat = false;
		if (you.seat == null || table.state !== "betting" || Object.keys(this.bar.bets).length) return;
		this.bar.chips.wish(you.rebet ?? this.bar.chips.first);
	}

	// The dealer's motions, each as long as the eye needs and all of them as long as the pace allows.
	async play(events) {
		const rest = this.queue.flatMap((message) => message.events ?? []);
		const { seat } = this.message.you;
		this.pace.begin(events, rest, seat);
		if (this.pace.isLong) this.bar.busy();
		for (const event of events) {
			if (event.event === "bets-opened") this.events = [];
			this.events.push(event);
			if (event.event === "bets-closed") this.sound.staked = this.model.staked(seat);
			const won = event.event === "round-ended" ? event.net?.[seat] : 0;
			const isStill = this.pace.isInstant || this.pace.skipped || document.hidden;
			const isPaid = event.event === "settled" && event.seat === seat && !isStill;
			const chips = isPaid ? this.payout.find(event) : null;
			this.apply(event);
			this.tell(event);
			this.drawBoard({ isStill });
			if (chips) this.payout.settle(event, chips);
			if (!isStill) this.sound.of(event, seat);
			if (won >= BIG_WIN * this.sound.staked && won > 0) await this.celebrate(won);
			if (!isStill && !still()) await this.pace.wait(event);
		}
		this.payout.home(this.header.purseNode);
	}

	// A win of ten times the stake or more: the amount in large type over your own area, for a second.
	async celebrate(won) {
		const node = el("p", { class: "moment", "aria-hidden": "true" }, signedMoney(won));
		this.stage.append(node);
		await new Promise((done) => setTimeout(done, this.pace.isInstant ? 0 : MOMENT));
		if (still()) return node.remove();
		const { top, left } = node.getBoundingClientRect();
		node.classList.add("flying");
		Object.assign(node.style, { inset: `${top}px auto auto ${left}px`, margin: 0, animation: "none" });
		document.body.append(node);
		return void glide(node, this.header.purseNode.getBoundingClientRect(), FLIGHT, { isLast: true });
	}

	hurry() {
		if (this.working) this.pace.skip();
	}

	// Show chips where you want them before the house has answered.
	placed(bets) {
		const { seat } = this.message.you;
		this.model.place({ seat, bets });
	}

	get front() {
		const { you, table } = this.message;
		if (you.seat != null) return you.seat;
		const taken = Object.keys(table.seats).map(Number);
		return taken.find((seat) => this.model.piles.some((pile) => pile.seat === seat)) ?? taken[0] ?? 1;
	}

	drawBoard(how) {
		if (!this.setup) return;
		this.board.draw(viewOf(this), how);
		for (const bet of this.setup.bets) {
			const node = this.board.spotNode(bet.name);
			if (node) this.cards.explainOn(node, bet, this.bar.isOpen ? this.message.you.closed?.[bet.name] : null);
		}
	}

	drawHeader() {
		this.header.draw();
	}

	handCount() {
		const own = this.model.piles.filter((pile) => pile.seat === this.front && /-\d+$/.test(pile.at));
		const { hand } = this.message.you.asked?.context ?? {};
		return own.length > 1 && hand ? `Hand ${hand} of ${own.length}` : null;
	}

	// Your bets in the pay tables: those on the table, the lines they were paid by, and those in reach.
	linesOfMine() {
		const { model, bar } = this;
		const { seat } = this.message.you;
		const mine = [...model.results.values()].filter((one) => one.seat === seat);
		const open = bar?.isOpen ? Object.keys(bar.bets) : [];
		const staked = [...model.stakes.keys()].filter((key) => key.startsWith(`${seat}|`)).map((key) => key.split("|")[1]);
		const over = new Set(mine.map((one) => one.bet));
		return {
			bets: new Set([...open, ...staked, ...over]),
			sumOf: (bet) => model.ofBet(seat, bet),
			over,
			lines: mine.filter((one) => one.net > 0),
			count: model.tokens.filter((one) => one.seat === seat).length,
			reach: Object.fromEntries(Object.entries(this.panel.reach).filter(([bet]) => !over.has(bet))),
		};
	}

	state(message) {
		this.bar.show(message);
		this.panel.log.follow(message.you.seat);
		this.panel.follow(
			`${message.table.number} ${message.table.state} ${message.table.offer?.number} ${this.model.results.size}`,
		);
		const { bankroll, seat } = message.you;
		const lying = Object.keys(message.table.seats[seat]?.bets ?? {}).length || message.table.state !== "betting";
		if (lying || this.purse === bankroll) return; // chips on the table are still yours: nothing to buy in for
		this.purse = bankroll;
		showMe().catch(() => {});
	}

	getUp() {
		this.leaves = true;
		this.bar.send({ type: "stand" });
	}

	newShoe() {
		this.bar.send({ type: "new-shoe" });
	}

	stoodUp(before, message) {
		const wished = this.leaves;
		this.leaves = false;
		if (before.you.seat == null || message.you.seat != null || wished) return;
		complain(
			"You lost your seat: the house removed you, or you missed three rounds. Your chips are back in your bankroll.",
		);
	}

	tell(event, { aloud = true } = {}) {
		const { seat } = this.message.you;
		const own = event.seat != null && event.seat === seat;
		if (event.event === "bets-closed") {
			this.panel.log.clear(this.number);
			this.bar.receipt.begin();
		}
		if (event.event === "settled" && own) this.bar.receipt.add(event);
		if (event.event === "round-ended") this.ended(event, seat, aloud);
		const text = this.story.tell(event, seat);
		if (event.event === "answered" && own) this.tellSlip();
		if (text && (event.seat == null || own) && !PROCEDURE.has(event.event)) this.panel.tick(text);
		if (!aloud) return;
		if (text) this.bar.tell(text);
		const isSaid = ["dealt", "turned", "hand-read"].includes(event.event) && (own || event.seat == null);
		if (isSaid || (own && event.event === "settled")) announce(event.text);
	}

	// What your answer cost, below it in the log.
	tellSlip() {
		if (this.bar.slip) this.panel.log.add(this.bar.slip, "bad own");
		this.bar.slip = null;
	}

	ended({ number, net }, seat, aloud) {
		this.last = number;
		const own = seat == null ? null : net[seat];
		this.bar.receipt.end(number, own, aloud);
		if (own != null) {
			const { summary } = this.bar.receipt;
			this.panel.ended(number, own, summary);
			this.panel.tick(`${summary}, ${signedMoney(own)}`);
		}
		if (["pays", "round"].includes(this.panel.name)) this.panel.show(this.panel.name);
	}

	replayOf(number) {
		return `/replay/${this.id}/${number}`;
	}

	switchDeck() {
		const deck = setting("deck", "two") === "four" ? "two" : "four";
		keep("deck", deck);
		document.body.dataset.deck = deck;
	}

	async walk(again = false) {
		const { walkThrough } = await import("./walk.js");
		walkThrough(this, again);
	}

	async verify() {
		const { showProof } = await import("../proof/proof.js");
		showProof(this, this.last);
	}
}
