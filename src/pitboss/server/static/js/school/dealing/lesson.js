// A lesson: you are the dealer. The server judges each answer and sends the next events; the felt plays them.
import { DealersBoard } from "../../felt/board/dealers.js";
import { Pace } from "../../pace.js";
import { announce, ask, button, capital, complain, el, money, still } from "../../words.js";
import { theBets } from "./bets.js";
import { clauseOf, quoted } from "../clauses.js";
import { isHeld, once, press } from "../clicks.js";
import { countDown } from "../clock.js";
import { howItWent, waysOn } from "./ending.js";
import { finish, LEVELS, meet } from "../levels.js";
import { lastWords, seatInTurn, showTotal } from "./seen.js";
import { Tray } from "./tray.js";
import { askedAt, forget, here, keepUnfinished, unfinished } from "./unfinished.js";

export function teach(view, game, go) {
	const page = new LessonPage(view, game, go);
	page.begin();
	return () => page.leave();
}

export class LessonPage {
	constructor(view, game, go) {
		const query = new URLSearchParams(location.search);
		this.go = go;
		this.place = here();
		this.lesson = {
			game,
			level: query.get("level") ?? "guided",
			seed: Number(query.get("seed") ?? 1),
			rules: query.get("rules") ?? "",
			answers: unfinished(this.place)?.answers ?? [],
		};
		this.events = [];
		this.said = new Map(); // seat → what its player said since the dealer last moved
		this.pace = new Pace();
		this.heading = el("h1", { class: "sr" }, "A lesson");
		this.stage = el("div", { class: "stage" });
		this.log = el("div", { class: "lines", role: "log", "aria-label": "What happened", tabindex: "0" });
		this.act = el("div", { class: "act" }, el("p", { class: "quiet" }, "Preparing the round…"));
		this.side = el("div", { class: "side" });
		const parts = [el("div", { class: "story all" }, this.log), this.act, this.side];
		const desk = el("section", { class: "desk lesson", "aria-label": "The dealer's place" }, ...parts);
		view.replaceChildren(el("div", { class: "dealing" }, this.heading, this.stage, desk));
		this.board = new DealersBoard(this.stage);
		document.body.classList.add("seated");
		this.stage.addEventListener("pointerdown", () => this.pace.skip());
		this.keys = (event) => this.key(event);
		addEventListener("keydown", this.keys);
	}

	get address() {
		return "/api/school/lesson";
	}

	get body() {
		return { ...this.lesson, seen: this.events.length };
	}

	get level() {
		return this.lesson.level;
	}

	quoted(words, clause) {
		return quoted(words, this.lesson.game, clause);
	}

	// Show new events on the felt.
	receive(shown) {
		return shown.events;
	}

	// Store the round with your practice once, at its end or when you leave.
	remember() {
		forget(this.place);
		if (this.isSaved || !this.lesson.answers.length) return;
		this.isSaved = true;
		ask("POST", "/api/school/dealt", this.lesson).catch((fault) => complain(fault.message));
	}

	leave() {
		this.remember();
		this.gone = true;
		clearInterval(this.clock);
		document.body.classList.remove("seated");
		removeEventListener("keydown", this.keys);
	}

	async begin() {
		meet(this.lesson.game, this.level);
		await this.ask();
	}

	// The felt as the dealer sees it, with the seats that play.
	draw({ isStill = true } = {}) {
		const { felt, seats } = this.shown;
		const events = seats.length ? this.events : []; // an irregularity is asked without a round
		this.board.draw({ plan: felt, events, seats, said: this.said, turn: seatInTurn(events) }, { isStill });
	}

	// Send all answers and show the new events. An invalid answer is reported and removed.
	async ask() {
		let shown;
		try {
			shown = await ask("POST", this.address, this.body);
		} catch (fault) {
			await this.refused(fault);
			return;
		}
		if (this.gone) return;
		const isTakenUp = !this.shown && this.lesson.answers.length > 0;
		this.shown = shown;
		if (this.lesson.answers.length) keepUnfinished(this.place, this.lesson);
		document.title = `${shown.title}: a lesson · pitboss`;
		this.heading.textContent = `${shown.title}: a lesson`;
		if (shown.verdict?.called) showTotal(this.events, shown.verdict.called);
		const events = this.receive(shown);
		if (isTakenUp) this.takeUp(events);
		this.draw();
		if (!isTakenUp) await this.play(events);
		if (!this.gone) this.show();
	}

	// Start over if a stored unfinished round is no longer valid.
	async refused(fault) {
		if (!this.shown && this.lesson.answers.length && fault.code) {
			this.lesson.answers = [];
			await this.ask();
			return;
		}
		this.lesson.answers.pop();
		complain(fault.message);
		if (this.shown) this.show();
	}

	// After a reload, show the round as it was without replaying it.
	takeUp(events) {
		this.events.push(...events);
		for (const event of events) this.tell(event.text);
		this.tell("Picking up where you left off.");
	}

	async play(events) {
		this.pace.begin(events, [], null);
		if (events.length) this.said.clear();
		for (const event of events) {
			this.events.push(event);
			this.tell(event.text);
			if (event.event === "answered" && event.answer)
				this.said.set(event.seat, capital(event.answer.replaceAll("-", " ")));
			const isStill = document.hidden || this.pace.isInstant || still();
			this.draw({ isStill });
			if (!isStill) await this.pace.wait(event);
			if (this.gone) return;
		}
		this.pace.rest();
	}

	tell(words, kind = "own") {
		this.log.append(el("p", { class: kind }, words));
		this.log.scrollTop = this.log.scrollHeight;
	}

	// The verdict on the last answer, then the next question.
	show() {
		const { ask: asked, verdict } = this.shown;
		clearInterval(this.clock);
		this.asked = askedAt(this.place, this.lesson.answers.length);
		if (verdict?.learns && this.level === "watch") this.tell(verdict.learns);
		const said = verdict && this.level !== "watch" && this.verdict(verdict);
		if (asked) this.act.replaceChildren(...this.question(asked, said));
		else {
			this.act.replaceChildren(...this.over(said));
			finish(this.lesson.game, this.level);
			this.remember();
		}
		this.act.dataset.kind = asked?.kind ?? "over";
		this.marks();
		this.log.scrollTop = this.log.scrollHeight;
		announce(`${said ? said.textContent : ""} ${asked ? (asked.explains ?? asked.words) : "The round is over."}`);
		const choices = asked && this.level !== "watch" && asked.kind !== "payout"; // the question, never an answer
		this.act.querySelector(choices ? "#ask" : ".tray, .button")?.focus({ preventScroll: true });
	}

	// The log shows events. Mistakes, and what only the dealer sees, are above the next question.
	verdict({ right, words, clause, cost, late, learns }) {
		const lost = cost ? ` It would have cost ${money(cost)}.` : "";
		const good = late ? "Right, but too late: that counts as a pace mistake." : "Right.";
		const kind = right && !late ? "good" : "bad";
		if (learns) this.tell(learns);
		if (right) return el("p", { class: `verdict ${kind}` }, `${good} ${learns}`.trim());
		const text = `${capital(words)}${words.includes("$") ? "" : lost} `;
		return el("p", { class: "verdict bad", tabindex: 0 }, ...this.quoted(text), this.clause({ clause }));
	}

	question(asked, said) {
		if (this.level === "watch") return this.watch(asked);
		const words = el("p", { class: "ask", id: "ask", tabindex: -1 }, capital(asked.words));
		if (asked.hint) words.append(this.hint(asked));
		if (asked.kind === "payout") {
			const tray = new Tray(this.shown.chips, (cents) => this.answer(cents));
			return [said || null, words, tray.node, this.timer(asked)].filter(Boolean);
		}
		const ways = asked.choices.map(({ name, words: choice }, place) => {
			const about = { class: "button option", "data-key": `choice-${name}`, onclick: once(() => this.answer(name)) };
			const way = button(capital(choice), about);
			if (place < 9) way.append(el("span", { class: "key", "aria-hidden": "true" }, String(place + 1)));
			return way;
		});
		const group = el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
		return [said || null, lastWords(this.events), words, group, this.timer(asked)].filter(Boolean);
	}

	// Show a hint on request, and always for a motion that is new to the trainee.
	hint(asked) {
		const text = el("small", { class: "hint" }, capital(asked.hint), " ", this.clause(asked));
		if (asked.hint.startsWith("New: ")) return text;
		const opens = button("Hint", {
			class: "bare ruling-number",
			"data-key": "hint",
			onclick: () => opens.replaceWith(text),
		});
		return el("small", { class: "hint" }, opens);
	}

	// The next motion and its reason, and what the last motion showed only the dealer.
	watch(asked) {
		const goOn = once(() => this.answer(null));
		const next = button("Next", { class: "button first", "data-key": "go-on", onclick: goOn });
		const learns = this.shown.verdict?.learns;
		const seen = learns ? el("p", { class: "hint" }, learns) : null;
		const why = el("p", { class: "ask", id: "ask" }, capital(asked.explains), " ", this.clause(asked));
		return [seen, why, el("div", { class: "watch" }, next), el("div", { class: "options others" })].filter(Boolean);
	}

	clause({ clause }) {
		return clause ? clauseOf(clause, this.lesson.game) : "";
	}

	timer({ target_seconds: seconds }) {
		if (!["clock", "act-up"].includes(this.level)) return null;
		const left = el("p", { class: "left", role: "timer" });
		this.clock = countDown(left, seconds, this.asked);
		return left;
	}

	async answer(said) {
		if (this.waits) return;
		this.waits = true;
		clearInterval(this.clock);
		for (const node of this.act.querySelectorAll("button")) node.disabled = true;
		const seconds = Math.min((performance.now() - this.asked) / 1000, 3600);
		this.lesson.answers.push({ said, seconds });
		await this.ask();
		this.waits = false;
	}

	over(said) {
		const isVoid = this.events.some(({ event }) => event === "voided");
		const sum = el("p", { class: "ask", id: "ask" }, howItWent(this.level, this.shown.score, isVoid));
		const ways = waysOn(this.lesson, this.shown.first_rounds, this.go);
		return [said || null, sum, ...ways].filter(Boolean);
	}

	marks() {
		const [, name] = LEVELS.find(([level]) => level === this.lesson.level) ?? ["", this.lesson.level];
		const { answers, cost, mistakes } = this.shown.score;
		const wrong = Object.values(mistakes).reduce((sum, many) => sum + many, 0);
		const lines = [
			el("p", {}, el("b", {}, name)),
			this.level === "watch" ? null : el("p", {}, `${answers} answered, ${wrong} wrong`),
			cost ? el("p", { class: "bad" }, `${money(cost)} lost`) : null,
			this.lesson.rules ? el("p", {}, "By house rules") : null,
			el("p", {}, theBets(this.shown.meanings)),
			el("a", { class: "button plain leave", href: `/school?game=${this.lesson.game}` }, "Leave the lesson"),
		];
		this.side.replaceChildren(...lines.filter(Boolean));
	}

	key(event) {
		if (isHeld(event) || document.querySelector("dialog[open]")) return;
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
		if (event.key === "Escape") this.pace.skip();
		press(this.act, event.key);
	}
}
