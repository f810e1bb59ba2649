// How each skill is answered: an option, an amount in chips, take, push or pay, a fault in a list, or by yourself.
import { stack } from "../felt/board/pieces.js";
import { button, capital, el, money } from "../words.js";
import { once } from "./clicks.js";
import { withCards } from "./scene.js";

const CHIPS = [25, 100, 500, 2500, 10000];

export function answerBox(asked, say, titles = {}) {
	return (FORMS[asked.skill] ?? (asked.options.length ? options : amount))(asked, say, titles);
}

function options(asked, say) {
	const ways = asked.options.map(({ name, words }, place) => {
		const way = button("", { class: "button option", "data-key": `option-${name}`, onclick: once(() => say(name)) });
		way.append(el("span", {}, ...withCards(capital(words))));
		if (place < 9) way.append(el("span", { class: "key", "aria-hidden": "true" }, String(place + 1)));
		return way;
	});
	return el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
}

function form(say, ...children) {
	const node = el(
		"form",
		{ class: "answer" },
		...children,
		el("button", { class: "button action", "data-key": "say" }, "Answer"),
	);
	node.addEventListener("submit", (event) => {
		event.preventDefault();
		say(node.said());
	});
	return node;
}

// An amount, typed or built from chips.
function moneyPad(label, key) {
	const input = el("input", {
		type: "text",
		class: "input",
		inputmode: "text",
		autocomplete: "off",
		placeholder: "$0",
		"data-key": key,
		"aria-label": label,
	});
	const add = (cents) => {
		const now = Number.parseFloat(input.value.replace(/[^\d.]/g, "")) || 0;
		input.value = String(now + cents / 100);
	};
	const chip = (cents) => {
		const node = el("button", {
			type: "button",
			class: "chip-button",
			"aria-label": `Add ${money(cents)}`,
			title: `Add ${money(cents)}`,
			"data-key": `${key}-${cents}`,
			onclick: () => add(cents),
		});
		node.append(stack(cents));
		return node;
	};
	const clear = button("Clear", {
		class: "button plain",
		"aria-label": `Clear: ${label}`,
		onclick: () => {
			input.value = "";
		},
	});
	const chips = el("span", { class: "chips" }, ...CHIPS.map(chip));
	const node = el("span", { class: "money-pad" }, input, clear, chips);
	const show = (isShown) => {
		node.hidden = input.disabled = !isShown;
	};
	return { node, input, show };
}

// A choice of a few words, as toggle buttons.
function segment(label, key, words, changed = () => {}) {
	let chosen = words[0];
	const press = (word) => {
		chosen = word;
		for (const one of ways) one.setAttribute("aria-pressed", String(one.value === word));
		changed(word);
	};
	const ways = words.map((word) =>
		el(
			"button",
			{
				type: "button",
				value: word,
				"aria-pressed": String(word === chosen),
				"data-key": `${key}-${word}`,
				onclick: () => press(word),
			},
			capital(word),
		),
	);
	return { node: el("div", { class: "seg", role: "group", "aria-label": label }, ...ways), value: () => chosen };
}

// What bets win or lose: the sign, and the amount in chips.
function amount(_asked, say) {
	const pad = moneyPad("Dollars", "amount");
	const sign = segment("Result", "sign", ["win", "lose", "push"], (word) => pad.show(word !== "push"));
	pad.input.required = true;
	const row = el("div", { class: "money-pad" }, sign.node, pad.node);
	const node = form(say, row);
	const paid = el("span", { class: "paid", "aria-hidden": "true" });
	const build = () => {
		const cents = Math.round(Number.parseFloat(pad.input.value.replace(/[^\d.]/g, "")) * 100);
		paid.replaceChildren(...(cents > 0 && sign.value() !== "push" ? [stack(cents)] : []));
	};
	row.addEventListener("click", build);
	row.addEventListener("input", build);
	node.onFelt = (scene) => (scene.querySelector(".spot-bet.asked") ?? scene.querySelector(".spot-bet"))?.append(paid);
	node.said = () => {
		const typed = pad.input.value.trim();
		if (sign.value() === "push") return "0";
		if (/^[+−-]/.test(typed)) return typed;
		return `${sign.value() === "win" ? "+" : "-"}${typed}`;
	};
	return node;
}

// Take, push or pay for each bet, in the order in which the dealer settles them.
function settle(asked, say, titles) {
	const rows = asked.bets.map(([seat, bet], place) => {
		const name = `Seat ${seat}: ${titles[bet] ?? bet}`;
		const pad = moneyPad(`${name}: dollars`, `dollars-${place}`);
		pad.input.required = true;
		const act = segment(`${name}: take, push or pay`, `act-${place}`, ["take", "push", "pay"], (word) =>
			pad.show(word !== "push"),
		);
		return { node: el("li", {}, el("b", {}, name), act.node, pad.node), spot: `${seat} ${bet}`, act, input: pad.input };
	});
	const list = el("ol", { class: "bets-to-settle" }, ...rows.map((row) => row.node));
	const node = form(say, list);
	node.onFelt = (scene) => settleOnFelt(scene, rows, list);
	node.said = () =>
		rows.map(({ act, input }) => (act.value() === "push" ? "push" : `${act.value()} ${input.value.trim()}`)).join(", ");
	return node;
}

// Each bet is settled where it is on the felt, with its place in the order; a bet of several hands stays in the list.
function settleOnFelt(scene, rows, list) {
	const spots = rows.map(({ spot }) => scene.querySelectorAll(`[data-spot="${CSS.escape(spot)}"]`));
	const isEach =
		new Set(rows.map(({ spot }) => spot)).size === rows.length && spots.every((found) => found.length === 1);
	if (!isEach) return;
	for (const [place, { node }] of rows.entries()) {
		const box = el("div", { class: "on-felt" }, ...node.children);
		box.firstChild.textContent = rows.length > 1 ? `${place + 1}.` : "";
		spots[place][0].append(box);
	}
	list.remove();
}

// The wrong line, the rule that it breaks, and what it cost.
function spot(asked, say) {
	const choice = (name, place, words) =>
		el(
			"label",
			{},
			el("input", { type: "radio", name, value: place + 1, required: true, "data-key": `${name}-${place + 1}` }),
			el("span", {}, ...withCards(words)),
		);
	const motions = asked.told.map((words, place) => el("li", {}, choice("motion", place, `${place + 1}. ${words}`)));
	const clauses = asked.options.map(({ words }, place) => choice("clause", place, capital(words)));
	const cost = moneyPad("What it cost, in dollars", "cost");
	const node = form(
		say,
		el("fieldset", {}, el("legend", {}, "Which line is wrong?"), el("ol", { class: "motions" }, ...motions)),
		el("fieldset", { class: "clauses" }, el("legend", {}, "Which rule does it break?"), ...clauses),
		el("fieldset", {}, el("legend", {}, "What did it cost?"), cost.node),
	);
	node.said = () => `${node.elements.motion.value}, ${node.elements.clause.value}, ${cost.input.value.trim() || 0}`;
	return node;
}

// Say it aloud, then look, and be honest.
function talk(asked, say) {
	const node = el("div", { class: "talk" });
	const look = button("Show the answer", {
		class: "button action",
		"data-key": "look",
		onclick: () => {
			const yes = button("I said this", { class: "button action", "data-key": "yes", onclick: once(() => say("yes")) });
			const no = button("Not quite", { "data-key": "no", onclick: once(() => say("no")) });
			const tables = asked.tables.map((table) => el("pre", {}, table));
			node.replaceChildren(el("p", { class: "model" }, asked.model), ...tables, el("p", { class: "row" }, yes, no));
			yes.focus();
		},
	});
	node.append(el("p", { class: "soft" }, "Say it aloud first."), look);
	return node;
}

const FORMS = { settle, spot, talk };
