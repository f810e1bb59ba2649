// The table test: rounds without hints, then everything that can go wrong; at its end a paper to print and sign.
import { announce, ask, button, el, money, showDialog } from "../../words.js";
import { LessonPage } from "./lesson.js";
import { finish } from "../levels.js";
import { readiness } from "../standing.js";
import { forget, keepUnfinished, unfinished } from "./unfinished.js";

export function examine(view, game, go) {
	const page = new TestPage(view, game, go);
	if (page.lesson.answers.length) page.begin();
	else page.welcome();
	return () => page.leave();
}

class TestPage extends LessonPage {
	constructor(view, game, go) {
		super(view, game, go);
		const query = new URLSearchParams(location.search);
		const number = (name, usual) => Number(query.get(name) ?? usual);
		this.lesson = unfinished(this.place) ?? {
			game,
			rules: query.get("rules") ?? "",
			seed: query.has("seed") ? number("seed", 0) : null, // otherwise the house chooses it
			run: "",
			rounds: number("rounds", 3),
			pass_mark: number("pass", 90),
			target_pace: number("pace", 60),
			answers: [],
		};
	}

	get address() {
		return "/api/school/test";
	}

	get body() {
		return { ...this.lesson, round: this.round ?? 0, seen: this.events.length };
	}

	get level() {
		return "test";
	}

	// The candidate and the terms, before the clock starts.
	welcome() {
		const { rounds, pass_mark: mark, target_pace: pace, seed, rules } = this.lesson;
		const number = seed === null ? "The house chooses the test number." : `Test number ${seed}.`;
		const words =
			`${rules ? "House" : "Official"} rules: ${rounds} rounds and every irregularity of the game, no hints. ` +
			`${mark} of 100 is a pass, at ${pace} decisions an hour. ${number} ` +
			"The house accepts each answer once and signs the certificate.";
		const begin = button("Begin the test", { class: "button first", "data-key": "begin", onclick: () => this.begin() });
		const ready = el("p", { class: "fine", "data-key": "ready" });
		this.act.replaceChildren(
			el("p", { class: "ask", id: "ask" }, words),
			ready,
			el("div", { class: "options" }, begin),
		);
		this.side.replaceChildren(el("p", {}, el("b", {}, "Table test")), this.wayOut());
		begin.focus();
		this.sayReady(ready);
		this.showFelt();
	}

	// The house runs the test, so that it can sign the certificate; a reload goes on with the same run.
	async begin() {
		if (!this.lesson.run) {
			const { answers, run, ...terms } = this.lesson;
			try {
				Object.assign(this.lesson, await ask("POST", "/api/school/test/begin", terms));
			} catch (fault) {
				announce(fault.message);
				this.act.append(el("p", { class: "fine", role: "alert" }, fault.message));
				return;
			}
		}
		keepUnfinished(this.place, this.lesson);
		await super.begin();
	}

	// The empty felt from the dealer's side, until the test begins.
	async showFelt() {
		const shown = await ask("POST", this.address, this.body).catch(() => null);
		if (shown && !this.shown) this.board.draw({ plan: shown.felt, events: [], seats: [] }, { isStill: true });
	}

	// Warn a candidate who is not ready, but allow the test.
	async sayReady(place) {
		try {
			const data = await ask("GET", `/api/school/progress?game=${this.lesson.game}`);
			place.textContent = data.ready ? readiness(data) : `${readiness(data)} You can take it anyway.`;
		} catch {
			// the test goes on without it
		}
	}

	wayOut() {
		const isBusy = () => this.lesson.answers.length > 0 && this.shown?.ask;
		const leave = () => (isBusy() ? this.askToLeave() : this.quit());
		return button("Leave the test", { class: "button plain", "data-key": "leave-test", onclick: leave });
	}

	askToLeave() {
		const many = this.lesson.answers.length;
		const words = `You lose your ${many} answer${many === 1 ? "" : "s"} and get no certificate.`;
		const stay = el("button", { class: "button first", value: "stay", "data-key": "stay" }, "Continue the test");
		const leave = el("button", { class: "button plain", value: "leave", "data-key": "really-leave" }, "Leave");
		const box = showDialog("Leave the test?", [el("p", {}, words)], { buttons: [stay, leave] });
		box.addEventListener("close", () => box.returnValue === "leave" && this.quit());
	}

	quit() {
		forget(this.place);
		this.go(`/school?game=${this.lesson.game}`);
	}

	// After a reload, show a finished test again for its certificate, until another page is opened.
	leave() {
		if (this.shown && !this.shown.ask) forget(this.place);
		super.leave();
	}

	// A new round begins on an empty felt.
	receive(shown) {
		if (this.round !== shown.round && shown.seats.length) {
			this.round = shown.round;
			this.events = [];
		}
		return shown.events;
	}

	verdict({ right, clause }) {
		const kind = right ? "good" : "bad";
		const words = right ? "Right." : `Wrong. See ${clause}.`;
		return el("p", { class: `verdict ${kind}` }, ...this.quoted(words, clause));
	}

	over(said) {
		const { mark, passed, asked, errors, cost, pace } = this.shown.marks;
		if (passed) finish(this.lesson.game, "test");
		const heads = Object.entries(errors).filter(([, many]) => many);
		const wrong = heads.map(([head, many]) => `${head} ${many}`).join(", ") || "none";
		const told = `${mark} of 100: ${passed ? "passed" : "not passed"}. ${asked} answers; errors: ${wrong}, `;
		const words = `${told}worth ${money(cost)}; ${pace} decisions an hour.`;
		announce(words);
		return [said || null, el("p", { class: "ask", id: "ask" }, words), this.paper()].filter(Boolean);
	}

	// Open the certificate as a page to print, or download it.
	paper() {
		const { answers, ...terms } = this.lesson;
		const test = JSON.stringify({ ...terms, answers });
		const name = el("input", {
			class: "input",
			name: "name",
			required: true,
			maxlength: 80,
			autocomplete: "name",
			"data-key": "name",
		});
		const show = el("button", { class: "button first", "data-key": "print" }, "Open certificate");
		const keep = el(
			"button",
			{ class: "button plain", name: "keep", value: "1", formtarget: "_self", "data-key": "keep" },
			"Download",
		);
		return el(
			"form",
			{ class: "paper", method: "post", action: "/api/school/paper", target: "_blank" },
			el("label", {}, "Your name ", name),
			el("input", { type: "hidden", name: "test", value: test }),
			el("div", { class: "options" }, show, keep),
		);
	}

	marks() {
		const { answered, round } = this.shown;
		const where =
			this.shown.ask && this.shown.seats.length ? `Round ${round} of ${this.lesson.rounds}` : "Irregularities";
		const lines = [
			el("p", {}, el("b", {}, "Table test")),
			el("p", {}, this.shown.ask ? where : "Over"),
			el("p", {}, `${answered} answered`),
			this.wayOut(),
		];
		this.side.replaceChildren(...lines);
	}

	remember() {}
}
