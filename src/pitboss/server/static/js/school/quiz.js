// Questions of one skill, or those that are due, one by one. The next is loaded while you answer.
import { announce, ask, button, capital, complain, el, money } from "../words.js";
import { answerBox } from "./answers.js";
import { quoted } from "./clauses.js";
import { isHeld, once } from "./clicks.js";
import { countDown } from "./clock.js";
import { skillTitle } from "./levels.js";
import { askedWords, drawScene, withCards } from "./scene.js";

export function quiz(view, game) {
	const page = new Quiz(view, game);
	page.begin();
	return () => page.leave();
}

class Quiz {
	constructor(view, game) {
		this.game = game;
		const query = new URLSearchParams(location.search);
		this.skill = query.get("skill");
		this.rules = query.get("rules");
		this.seed = query.get("seed");
		this.done = 0;
		this.right = 0;
		this.heading = el("h1", {}, "Questions");
		this.count = el("p", { class: "count" });
		this.body = el("section", { class: "question panel", "aria-label": "The question" });
		const links = el(
			"p",
			{ class: "row" },
			el("a", { class: "button", href: `/school/${game}/progress` }, "Your progress"),
			el("a", { class: "button", href: `/school?game=${game}` }, "Back to the school"),
		);
		view.replaceChildren(
			el("div", { class: "school quiz" }, el("div", { class: "head" }, this.heading, this.count), this.body, links),
		);
		this.keys = (event) => this.key(event);
		addEventListener("keydown", this.keys);
	}

	leave() {
		this.gone = true;
		clearInterval(this.clock);
		removeEventListener("keydown", this.keys);
	}

	async begin() {
		this.body.replaceChildren(el("p", { class: "quiet" }, WAITS[this.skill] ?? "Preparing the question…"));
		this.prefetch();
		await this.next();
	}

	// Loaded while the previous one is answered.
	prefetch() {
		const query = new URLSearchParams({ game: this.game });
		if (this.skill) query.set("skill", this.skill);
		if (this.rules) query.set("rules", this.rules);
		if (this.seed) query.set("seed", this.seed++);
		this.coming = ask("GET", `/api/school/question?${query}`);
		this.coming.catch(() => {});
	}

	async next() {
		try {
			this.shown = await this.coming;
		} catch (fault) {
			this.body.replaceChildren(el("p", { class: "quiet" }, `${capital(fault.message)}.`));
			return;
		}
		if (this.gone) return;
		this.again = false;
		this.show();
		this.prefetch();
	}

	show() {
		const { asked, title, titles, scene, meaning, is_due: isDue } = this.shown;
		document.title = `${title}: ${skillTitle(asked.skill)} · pitboss`;
		this.heading.textContent = `${title}: ${skillTitle(asked.skill).toLowerCase()}`;
		this.about = [meaning, this.rules ? "by house rules" : "", isDue ? "due today" : ""];
		this.showCount();
		this.asked = performance.now();
		this.left = el("span", { class: "left", role: "timer" });
		this.box = answerBox(asked, (said) => this.answer(said), titles);
		const [context, question] = askedWords(scene?.words ?? asked.question);
		const words = el("h2", { class: "ask", id: "ask", tabindex: -1 }, ...question);
		const top = el("header", {}, words, this.left);
		const inner = el("div", { class: "body" }, this.box);
		const drawing = drawScene(this.shown);
		if (drawing) this.box.onFelt?.(drawing);
		const before = context.length ? el("div", { class: "context" }, ...context) : null;
		this.body.replaceChildren(...[top, before, drawing, inner].filter(Boolean));
		this.inner = inner;
		this.body.dataset.skill = asked.skill;
		this.tick(asked.target_seconds);
		announce(asked.question);
		words.focus({ preventScroll: true });
	}

	// The skill, how many answers there were and how many of them were right.
	showCount() {
		const score = this.done ? `${this.right} of ${this.done} right` : "";
		this.count.textContent = capital([...this.about, score].filter(Boolean).join(" · "));
	}

	tick(seconds) {
		clearInterval(this.clock);
		this.clock = countDown(this.left, seconds, this.asked);
	}

	async answer(said) {
		if (this.waits) return;
		this.waits = true;
		clearInterval(this.clock);
		const seconds = Math.min((performance.now() - this.asked) / 1000, 3600);
		try {
			const judged = await ask("POST", "/api/school/answer", { id: this.shown.id, said, seconds, again: this.again });
			if (!this.again) {
				this.done += 1;
				this.right += judged.right;
			}
			this.box.querySelector(`[data-key="${CSS.escape(`option-${said}`)}"]`)?.setAttribute("aria-pressed", "true");
			this.judge(judged);
		} catch (fault) {
			complain(fault.message);
		}
		this.waits = false;
	}

	judge(judged) {
		const { right, words, reason, clause, cost, late, due } = judged;
		for (const node of this.body.querySelectorAll("button, input, select")) node.disabled = true;
		const told = right
			? `Right${late ? ", but too slow" : ""}.`
			: `Not quite. The answer is: ${words.replace(": ", ", ")}.`;
		const lines = [
			el("p", { class: `verdict ${right ? "good" : "bad"}`, id: "verdict" }, told),
			!right && reason === `It is ${words}.` ? null : el("p", { class: "reason" }, ...withCards(reason)),
			el(
				"p",
				{ class: "clause" },
				...quoted(clause, this.game, clause),
				cost ? ` · it would have cost ${money(cost)}` : "",
				due ? ` · ${comes(due)}` : "",
			),
		];
		const next = button("Next question", {
			class: "button action",
			"data-key": "next",
			onclick: once(() => this.next()),
		});
		const again = button("Try again", { class: "button plain", "data-key": "again", onclick: () => this.repeat() });
		this.left.remove();
		this.inner.append(
			el("div", { class: "judged" }, ...lines.filter(Boolean), el("p", { class: "row" }, next, right ? null : again)),
		);
		this.showCount();
		announce(`${told} ${reason}`);
		next.focus();
	}

	repeat() {
		this.again = true;
		this.show();
	}

	// Numbers choose an option.
	key(event) {
		if (isHeld(event)) return;
		if (event.ctrlKey || event.metaKey || event.altKey || event.target.tagName === "INPUT") return;
		const place = Number(event.key) - 1;
		if (place >= 0 && place < 9) this.box?.querySelectorAll(".option:not(:disabled)")[place]?.click();
	}
}

const WAITS = { play: "Computing the odds: a few seconds the first time…" };

const comes = (due) => {
	const days = Math.round((new Date(due) - Date.now()) / 86_400_000);
	if (days < 1) return "you will see it again today";
	return `you will see it again in ${days} day${days === 1 ? "" : "s"}`;
};
