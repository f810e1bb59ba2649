// A finished round at an address of its own: step by step, what each option was worth, and the check of its seal.
import { askedPlaces, askedTitle } from "../action_bar/asking.js";
import { Board } from "../felt/board/board.js";
import { TableModel } from "../felt/board/model.js";
import { icon } from "../felt/board/pieces.js";
import { checkProof } from "../proof/verify.js";
import { ask, button, capital, complain, copyText, dollars, el, keyCap, toneOf, signedMoney } from "../words.js";
import { stepsOf } from "./steps.js";
import { stillView } from "./view.js";

export async function showReplay(view, table, number) {
	try {
		const review = await ask("GET", `/api/rounds/${table}/${number}${location.search}`);
		document.title = `Round ${number} · ${review.title} · pitboss`;
		const replay = new Replay(review, `/api/rounds`);
		view.replaceChildren(replay.node);
		replay.begin();
		replay.check();
		return () => replay.end();
	} catch (fault) {
		complain(fault.message);
		const way = el("a", { class: "button action", href: "/" }, "To the lobby");
		view.replaceChildren(el("div", { class: "gone" }, el("h1", {}, capital(fault.message)), way));
		return undefined;
	}
}

export async function replayIn(node, { table, number }, from) {
	const replay = new Replay(await ask("GET", `${from}/${table}/${number}`), from);
	node.replaceChildren(replay.node);
	replay.begin();
	return replay;
}

export class Replay {
	constructor(review, from) {
		this.review = review;
		this.from = from;
		this.worths = new Map();
		this.stops = stepsOf(review);
		this.at = 0;
		this.stage = el("div", { class: "stage" });
		this.worthBox = el("section", { class: "worthbox", "aria-live": "polite" });
		this.list = el("nav", { class: "steps-list", "aria-label": "Steps" });
		this.proof = el("p", { class: "foot" }, icon("shield"), el("span", {}, "Checking the seal…"));
		this.range = el("input", {
			type: "range",
			min: 0,
			max: this.stops.length - 1,
			value: 0,
			"aria-label": "Step",
			"data-key": "step",
			oninput: () => this.go(Number(this.range.value)),
		});
		this.count = el("span", { class: "soft wide-only count" });
		this.lost = el("span");
		this.node = el(
			"div",
			{ class: "replay" },
			this.head(),
			this.stage,
			this.controls(),
			el(
				"aside",
				{ class: "side panel steps", "aria-label": "Steps of the round" },
				this.worthBox,
				this.list,
				this.proof,
			),
		);
		this.board = new Board(this.stage, { showFive: (who) => this.showFive(who) });
		this.keys = (event) => this.key(event);
		addEventListener("keydown", this.keys);
		this.drawList();
	}

	end() {
		removeEventListener("keydown", this.keys);
	}

	head() {
		const { title, number, net, table, seat, nicks } = this.review;
		const who = nicks[seat] ?? `Seat ${seat}`;
		const about = { "data-key": "copy-link", title: "Copy link", "aria-label": "Copy link" };
		const copy = button(icon("link"), about, el("span", { class: "wide-only" }, "Copy link"));
		copy.addEventListener("click", async () => {
			const address = `${location.origin}/replay/${table}/${number}?seat=${seat}`;
			copy.lastChild.textContent = (await copyText(address)) ? "Copied" : address;
			copy.lastChild.className = "";
		});
		return el(
			"div",
			{ class: "rhead" },
			el(
				"div",
				{},
				el("h1", {}, `Round ${number} · ${title}`),
				el(
					"p",
					{ class: "soft" },
					el("span", { class: "wide-only" }, `${who}: `),
					el("b", { class: toneOf(net) }, signedMoney(net)),
					this.lost,
				),
			),
			el("div", { class: "row" }, copy, el("a", { class: "button", href: `/table/${table}` }, "To the table")),
		);
	}

	controls() {
		const one = (key, picture, label, step) => {
			const onclick = () => this.go(step());
			return button(icon(picture), { class: "button icon-only", "data-key": key, "aria-label": label, onclick });
		};
		return el(
			"div",
			{ class: "ctl panel", role: "group", "aria-label": "Go through the round" },
			one("step-first", "first", "First step", () => 0),
			one("step-back", "back", "Step back", () => this.at - 1),
			this.range,
			one("step-next", "next", "Next step", () => this.at + 1),
			one("step-last", "last", "Last step", () => this.stops.length - 1),
			this.count,
			el("span", { class: "wide-only" }, keyCap("←"), " ", keyCap("→")),
		);
	}

	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey || event.target === this.range) return;
		const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: this.stops.length - 1 }[event.key];
		if (to === undefined) return;
		event.preventDefault();
		this.go(to);
	}

	// Begin at the first question, else at the end.
	begin() {
		const first = this.stops.findIndex((stop) => stop.asked);
		this.go(first < 0 ? this.stops.length - 1 : first);
		this.priceAll();
	}

	drawList() {
		const rows = this.stops.map((stop, place) =>
			el(
				"button",
				{
					type: "button",
					class: "step",
					"data-step": place,
					"data-key": `step-${place}`,
					onclick: () => this.go(place),
				},
				el("span", {}, String(place + 1)),
				el("span", {}, stop.text),
				el("span", { class: `verdict-word ${/good|bad/.exec(stop.kind) ?? ""}` }, stop.amount),
			),
		);
		this.list.replaceChildren(...rows);
	}

	go(to) {
		this.at = Math.min(Math.max(to, 0), this.stops.length - 1);
		this.range.value = this.at;
		this.range.setAttribute("aria-valuetext", this.stops[this.at].text);
		this.count.textContent = `Step ${this.at + 1} of ${this.stops.length}`;
		for (const row of this.list.children) {
			const isHere = Number(row.dataset.step) === this.at;
			if (isHere) row.setAttribute("aria-current", "step");
			else row.removeAttribute("aria-current");
			if (isHere) row.scrollIntoView({ block: "nearest" });
		}
		// on phones the worth of the options is above the list
		if (this.stops[this.at].asked) this.list.parentNode.scrollTop = 0;
		this.draw();
		this.question(this.stops[this.at].asked);
	}

	draw() {
		const { review } = this;
		const model = new TableModel(review.felt);
		model.front = review.seat;
		for (const event of review.events.slice(0, this.stops[this.at].events)) model.act(event);
		model.history = []; // the cards of one round are all on the felt
		if (this.at === this.stops.length - 1) model.nets = netsOf(review);
		this.model = model;
		this.board.draw(this.viewOf(model));
	}

	viewOf(model) {
		const { review } = this;
		const stop = this.stops[this.at];
		const seats = Object.fromEntries(
			Object.entries(review.nicks).map(([seat, nick]) => [seat, { nick, bets: {}, ready: true, bot: false }]),
		);
		const title = (bet) => review.bets.find((one) => one.name === bet)?.title ?? bet;
		return stillView({
			model,
			setup: { bets: review.bets, seats: Object.keys(seats).length },
			plan: review.felt,
			table: { seats, state: "dealing", offer: null },
			you: { seat: null },
			front: review.seat,
			isMine: false,
			name: review.nicks[review.seat] ?? `seat ${review.seat}`,
			owner: "",
			five: this.five,
			marked: stop.asked ? askedPlaces(stop.asked.context) : [],
			turnWords: stop.text,
			isReplay: true,
			title,
		});
	}

	showFive(who) {
		this.five = who;
		this.draw();
	}

	async question(asked) {
		this.worthBox.replaceChildren();
		if (!asked) {
			this.worthBox.append(el("h2", {}, this.stops[this.at].text));
			return;
		}
		const head = el("div", { class: "head" }, el("h2", {}, askedTitle(this.model, this.review.seat, asked)));
		const list = el("ul", { class: "worths" });
		this.worthBox.replaceChildren(head, list);
		const fill = (worth) => {
			const cents = Object.values(worth?.cents ?? {});
			const [least, most] = [Math.min(...cents), Math.max(...cents)];
			list.replaceChildren(...asked.options.map((option) => bar(option, asked, worth, least, most)));
		};
		fill(null);
		const worth = await this.worth(asked);
		if (this.stops[this.at].asked !== asked) return;
		fill(worth);
		if (!worth) this.worthBox.append(el("p", { class: "soft" }, "The value of these options is unknown."));
		const cost = worth?.costs[asked.answer] ?? 0;
		if (worth)
			head.append(el("span", { class: `badge ${cost ? "bad" : "good"}` }, cost ? `cost ${price(cost)}` : "best"));
		if (worth?.words) this.worthBox.append(el("p", { class: "soft" }, worth.words));
	}

	worth({ number: offer }) {
		const { table, number, seat } = this.review;
		const query = this.from === "/api/rounds" ? `?seat=${seat}` : "";
		if (!this.worths.has(offer)) {
			const found = ask("GET", `${this.from}/${table}/${number}/worth/${offer}${query}`).catch(() => null);
			this.worths.set(offer, found);
		}
		return this.worths.get(offer);
	}

	async priceAll() {
		let [lost, slips] = [0, 0];
		for (const [place, { asked }] of this.stops.entries()) {
			if (!asked) continue;
			const cost = (await this.worth(asked))?.costs[asked.answer];
			if (cost == null) continue;
			const word = this.list.children[place].querySelector(".verdict-word");
			word.textContent = cost ? `−${price(cost)}` : "best";
			word.className = `verdict-word ${cost ? "bad" : "good"}`;
			lost += cost;
			slips += cost ? 1 : 0;
		}
		if (slips) this.lost.textContent = ` · ${slips === 1 ? "one slip" : `${slips} slips`} cost ${price(lost)}`;
	}

	async check() {
		const { table, number } = this.review;
		const words = this.proof.lastChild;
		try {
			const round = await ask("GET", `/api/tables/${table}/rounds/${number}`);
			const checks = checkProof(round);
			const isRight = checks.every(([right]) => right);
			words.textContent = isRight
				? `Fair: the deck matches its seal, ${round.proof.commitment.slice(0, 8)}…`
				: "The deck does NOT match its seal.";
			words.className = isRight ? "good" : "bad";
		} catch (fault) {
			words.textContent = capital(fault.message);
		}
	}
}

function netsOf({ events, seat, net }) {
	const nets = {};
	for (const one of events) {
		if (one.event === "settled") nets[one.seat] = (nets[one.seat] ?? 0) + one.back - one.stake;
	}
	return { ...nets, [seat]: net };
}

const price = (cents) => `$${(cents / 100).toFixed(2)}`;

function bar(option, asked, worth, least, most) {
	const cents = worth?.cents[option.name];
	const isBest = worth?.costs[option.name] === 0;
	const kind = `${isBest ? "best" : ""} ${option.name === asked.answer ? "took" : ""}`.trim();
	const share = cents == null ? 0 : most === least ? 100 : 4 + (96 * (cents - least)) / (most - least);
	const fill = el("i");
	fill.style.width = `${share}%`;
	return el(
		"li",
		{ class: kind, "data-option": option.name },
		el("b", {}, capital(option.words), option.name === asked.answer ? el("small", {}, " · yours") : null),
		el("span", { class: "bar", "aria-hidden": "true" }, fill),
		el("span", { class: "num" }, cents == null ? "…" : dollars(cents)),
	);
}
