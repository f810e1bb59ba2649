// The action bar: betting, answering, and the state in between, each in its own place.
import { component } from "../felt/board/morph.js";
import { keep, setting } from "../settings.js";
import { announce, button, capital, complain, el, keyCap } from "../words.js";
import { asking, askedPlaces, handKeys, lockOptions } from "./asking.js";
import { Chips, betting } from "./betting.js";
import { question, stakeBox } from "./question.js";
import { Receipt } from "./receipt.js";
import { Worths } from "./worths.js";

// Refusals that only mean "a moment too late": nothing was lost, so nothing is shown.
const TOO_LATE = new Set(["nothing-asked", "too-late", "said-already", "not-asked", "not-now", "bets-closed"]);

export const actionBar = component("pb-actions", (mode, ...parts) => [
	{ class: "actions panel", role: "region", "aria-label": "Your actions", "data-mode": mode },
	...parts,
]);

const isNowhere = (node) => node === document.body || node?.id === "view";

export class ActionBar {
	constructor(box, page) {
		this.page = page;
		this.act = box;
		this.chips = new Chips(this);
		this.receipt = new Receipt(page);
		this.worths = new Worths(this);
		this.hints = setting("hints", "off") === "on";
		this.timer = setInterval(() => this.tick(), 200);
	}

	stop() {
		clearInterval(this.timer);
	}

	get setup() {
		return this.page.setup;
	}

	get bets() {
		return this.want ?? this.message.table.seats[this.message.you.seat]?.bets ?? {};
	}

	get isOpen() {
		const { table, you } = this.message;
		return you.seat != null && table.state === "betting" && !this.isBusy;
	}

	get marked() {
		const { you } = this.message;
		return you.asked && !this.isBusy ? askedPlaces(you.asked.context) : [];
	}

	title(bet) {
		return this.setup.bets.find((one) => one.name === bet)?.title ?? bet;
	}

	// Draw the table after all earlier events were shown.
	show(message) {
		const { table, you } = message;
		this.message = message;
		if (this.chips.isAnswered(message)) this.want = null;
		this.chosen = null;
		this.isBusy = false;
		this.chips.round(table.number);
		const isNew = this.lock(table, you);
		this.end = table.left == null ? null : message.heard + table.left * 1000;
		const { bets, offers } = this.setup.clocks;
		this.span = (table.state === "betting" ? bets : offers) * 1000;
		this.draw();
		if (isNew) this.announceQuestion(table, you);
	}

	busy() {
		if (!this.message) return;
		this.isBusy = true;
		this.draw();
	}

	tell(text) {
		const ask = this.act.querySelector("#ask strong");
		if (this.isBusy && ask) ask.textContent = text;
	}

	draw() {
		const { table, you } = this.message;
		const focus = document.activeElement?.dataset?.key;
		const had = this.act.contains(document.activeElement);
		this.act.dataset.mode = this.mode(table, you);
		this.page.drawBoard();
		this.act.replaceChildren(...this.parts(table, you), this.clock());
		this.page.drawHeader();
		this.page.guide?.step();
		this.tick();
		if (focus && !document.activeElement?.dataset?.key)
			document.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
		if (isNowhere(document.activeElement) || had) this.focusOn(focus);
	}

	mode(table, you) {
		if (table.state === "closed") return "closed";
		if (this.isBusy) return "busy";
		if (you.seat == null) return "watching";
		if (table.state === "betting") return "betting";
		return you.asked ? "asking" : "waiting";
	}

	parts(table, you) {
		switch (this.mode(table, you)) {
			case "closed":
				return [question("This table is closed."), lobbyLink()];
			case "busy":
				return [question("Dealing"), this.skip(), stakeBox(this)];
			case "watching":
				return this.invitation(table);
			case "betting":
				return betting(this, table, you);
			case "asking":
				return asking(this, table, you);
			default:
				return [question(this.waitingFor(table)), el("div", { class: "mid" }), stakeBox(this)];
		}
	}

	// Move the focus to the question if its target is gone, never to an answer.
	focusOn(before) {
		if (before && document.activeElement?.dataset?.key === before) return;
		const targets = ["[data-key=skip]", "#ask", "[data-key^=sit]"];
		const found = targets.map((target) => this.act.querySelector(target)).find(Boolean);
		found?.focus({ preventScroll: true });
	}

	skip() {
		const hurry = () => this.page.hurry();
		const attributes = { "data-key": "skip", title: "Skip (Escape)", onclick: hurry };
		return el("div", { class: "mid" }, button("Skip", attributes, keyCap("Esc")));
	}

	waitingFor(table) {
		if (!table.offer) return "Dealing";
		const left = table.offer.seats.filter((seat) => !table.offer.said.includes(seat));
		return `Waiting for ${left.map((seat) => table.seats[seat]?.nick ?? `seat ${seat}`).join(", ")}`;
	}

	clock() {
		this.left = el("i");
		const name = { role: "progressbar", "aria-label": "time left", "aria-valuemin": 0, "aria-valuemax": 100 };
		return el("div", { class: "clock", ...name }, this.left);
	}

	tick() {
		const box = this.left?.parentNode;
		if (!box) return;
		const none = this.end == null || this.isBusy;
		const left = none ? 0 : Math.max(this.end - performance.now(), 0);
		const share = Math.min(left / this.span, 1);
		this.left.style.transform = `scaleX(${share})`;
		box.hidden = none;
		box.setAttribute("aria-valuenow", Math.round(share * 100));
		box.setAttribute("aria-valuetext", none ? "no clock" : `${Math.ceil(left / 1000)} seconds`);
	}

	get freeSeats() {
		const { table } = this.message;
		return Array.from({ length: this.setup.seats }, (_, n) => n + 1).filter((seat) => !table.seats[seat]);
	}

	sitDown(seat = this.freeSeats[Math.floor(this.freeSeats.length / 2)]) {
		return this.send({ type: "sit", seat, seed: this.page.watch.newSeed() });
	}

	invitation(table) {
		const free = this.freeSeats;
		const state = table.state === "betting" ? `Round ${table.number}` : `Round ${table.number} is being dealt`;
		const watching = `Watching ${table.seats[this.page.front]?.nick ?? ""}`.trim();
		if (!free.length) return [question(watching, `${state} · every seat is taken`), el("div", { class: "mid" })];
		if (this.page.wantsSeat) return [question("Taking a seat", state), el("div", { class: "mid" })];
		const middle = free[Math.floor(free.length / 2)];
		const seats = free.map((seat) =>
			button(seat === middle ? `Take seat ${seat}` : `Seat ${seat}`, {
				class: `button${seat === middle ? " action" : ""}`,
				"data-key": `sit-${seat}`,
				onclick: () => this.sitDown(seat),
			}),
		);
		return [question(watching, state), el("div", { class: "mid" }, el("div", { class: "row tools" }, ...seats))];
	}

	switchHints() {
		this.hints = !this.hints;
		keep("hints", this.hints ? "on" : "off");
		this.draw();
	}

	async deal() {
		this.isReady = this.message.table.number;
		this.chips.remember();
		this.draw();
		const seed = this.page.watch.newSeed();
		if (await this.send({ type: "ready", ...(seed && { seed }) })) {
			if (seed) this.page.watch.confirmed(seed);
			return;
		}
		this.isReady = null;
		this.draw();
	}

	async rebetAndDeal(bets) {
		if (this.isDealing) return;
		this.isDealing = true;
		if (await this.chips.wish(bets)) await this.deal();
		this.isDealing = false;
	}

	changeBets(bets) {
		this.isChanging = true;
		if (bets) this.chips.wish(bets);
		else this.draw();
	}

	lock(table, you) {
		const key = you.asked ? `${table.number}/${table.offer?.number}` : null;
		const isNew = key && key !== this.locked;
		this.locked = key;
		if (!isNew) return false;
		lockOptions(this);
		this.page.sound.play("turn");
		return true;
	}

	// Announce what is asked, the options, and the default when time runs out.
	announceQuestion(table, you) {
		const words = you.asked.options.map((option) => option.words).join(", or ");
		const clock = this.end == null ? "" : ` If time runs out: ${you.asked.options[0].words}.`;
		announce(`${capital(table.offer.about)}? Options: ${words}.${clock}`);
	}

	async send(message) {
		try {
			await this.page.line.say(message);
			return true;
		} catch (fault) {
			if (!TOO_LATE.has(fault.code)) complain(fault.message);
			return false;
		}
	}

	key(event) {
		const other = event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]");
		if (!this.message || other || event.repeat || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
		const pressed = handKeys(this, event) ?? (this.message.you.asked && !this.isBusy ? null : this.chips.key(event));
		if (!pressed || pressed.disabled) return;
		event.preventDefault();
		pressed.click();
	}
}

const lobbyLink = () => el("div", { class: "mid" }, el("a", { class: "button action", href: "/" }, "To the lobby"));
