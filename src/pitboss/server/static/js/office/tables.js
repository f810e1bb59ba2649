// The tables of the house: one sortable list with search, a menu for each row, and the rules in force.
import { dataTable } from "../figures/tables.js";
import { menuButton } from "../felt/menu.js";
import { store, stored } from "../settings.js";
import { button, el, money, showDialog, signedMoney } from "../words.js";
import { bandOf, hold, judged, verdict } from "./holds.js";

const STATES = { open: "waiting", betting: "taking bets", dealing: "dealing", closed: "closed" };
const SHOWN = 25;
const COLUMNS = [
	["Table", (row) => row.name],
	["State", (row) => row.state, "words"],
	["Players", (row) => row.people.length, "words"],
	["Rounds", (row) => row.rounds],
	["Drop", (row) => row.bet],
	["Won", (row) => row.won],
	["Hold", (row) => (row.bet ? row.won / row.bet : -Infinity)],
	["Expected hold (5 · 50 · 95%)", (row) => row.band?.middle ?? 0],
	["Verdict", (row) => verdict(row), "words"],
];

// The list keeps its search, its order and how much of it is shown while its figures change.
export class TableList {
	constructor({ send, choose }) {
		Object.assign(this, { send, choose, rows: [], isWhole: false });
		[this.by, this.down] = stored("desk-sort") ?? [4, true];
		this.search = el("input", {
			type: "search",
			class: "input",
			placeholder: "Search tables and players",
			"aria-label": "Search tables and players",
			oninput: () => this.draw(),
		});
		this.onlyOpen = el("input", { type: "checkbox", onchange: () => this.draw(), "data-key": "only-open" });
		this.said = el("span", { role: "status", class: "soft" });
		this.body = el("div");
		this.node = el(
			"section",
			{ "data-part": "tables" },
			el("h2", { class: "sr" }, "Tables"),
			el(
				"div",
				{ class: "row wrap" },
				this.search,
				el("label", { class: "check" }, this.onlyOpen, "Open tables only"),
				this.said,
			),
			this.body,
		);
	}

	show(found, titles) {
		const open = new Map(found.open.map((table) => [table.id, table]));
		const lines = new Map(found.tables.map((line) => [line.table, line]));
		this.rows = [...new Set([...open.keys(), ...lines.keys()])].map((id) =>
			rowOf(id, open.get(id), lines.get(id), titles),
		);
		this.draw();
	}

	get found() {
		const words = this.search.value.trim().toLowerCase();
		const fits = ({ name, people, isOpen }) =>
			(isOpen || !this.onlyOpen.checked) &&
			[name, ...people.map((one) => one.nick)].join(" ").toLowerCase().includes(words);
		const [, value] = COLUMNS[this.by];
		const order = (one, two) => {
			const [a, b] = [value(one), value(two)];
			return (a < b ? -1 : a > b ? 1 : 0) * (this.down ? -1 : 1);
		};
		return this.rows.filter(fits).sort(order);
	}

	sort(by) {
		this.down = this.by === by ? !this.down : by > 1;
		this.by = by;
		store("desk-sort", [this.by, this.down]);
		this.draw();
	}

	draw() {
		const found = this.found;
		const shown = this.isWhole ? found : found.slice(0, SHOWN);
		const focus = document.activeElement?.dataset?.key;
		const heads = COLUMNS.map(([words, , kind], place) => [
			button(words, { class: "sort", "data-key": `sort-${place}`, onclick: () => this.sort(place) }),
			{ class: kind, "aria-sort": place === this.by ? (this.down ? "descending" : "ascending") : null },
		]);
		const table = dataTable(
			[...heads, ""],
			shown.map((row) => this.row(row)),
		);
		const rest = found.length - shown.length;
		const more = button(`Show ${rest} more`, {
			"data-key": "more-tables",
			onclick: () => {
				this.isWhole = true;
				this.draw();
			},
		});
		this.body.replaceChildren(
			found.length
				? el("div", { class: "scroll panel", tabindex: 0, role: "region", "aria-label": "Tables" }, table)
				: el("p", { class: "soft" }, this.rows.length ? "No table matches." : "No table has been opened yet."),
			...(rest > 0 ? [more] : []),
		);
		if (focus) this.body.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
	}

	row(row) {
		const bots = row.people.filter((one) => one.bot).length;
		const people = row.people.filter((one) => !one.bot).map((one) => one.nick);
		if (bots) people.push(bots === 1 ? "1 bot" : `${bots} bots`);
		return {
			"data-table": row.id,
			"data-open": row.isOpen ? row.id : null,
			cells: [
				row.name,
				[row.words, { class: "words" }],
				[people.join(", ") || "–", { class: "words" }],
				row.rounds.toLocaleString("en-US"),
				money(row.bet),
				[signedMoney(row.won), { class: row.won < 0 ? "bad" : "" }],
				hold(row),
				bandOf(row),
				judged(row),
				menuButton(`Actions for ${row.name}`, this.actions(row), { "data-key": `menu-${row.id}` }),
			],
		};
	}

	// What was done is said beside the search: the row itself may be gone from what it finds.
	async order(path, sent, words) {
		this.said.textContent = "";
		if (await this.send(path, sent)) this.said.textContent = words;
	}

	actions(row) {
		const path = `/api/house/tables/${row.id}`;
		const days = { words: "Show its days", action: () => this.choose(row.id), key: "days" };
		if (!row.isOpen) return [days];
		const remove = row.people.map(({ seat, nick, bot, leaving }) => ({
			words: `Remove ${nick}${bot ? " (bot)" : ""}`,
			key: `remove-${seat}`,
			disabled: leaving,
			action: () =>
				sure(`Remove ${nick} from ${row.name}?`, LEAVES, "Remove player", () =>
					this.order(`${path}/stand`, { seat }, `${nick} has to leave seat ${seat} of ${row.name}.`),
				),
		}));
		return [
			{ words: "Watch the table", href: `/table/${row.id}` },
			days,
			...remove,
			{
				words: "Call a misdeal",
				key: "misdeal",
				disabled: row.state !== "dealing",
				action: () =>
					callMisdeal(row.name, (reason) =>
						this.order(`${path}/misdeal`, { reason }, `The round at ${row.name} is void.`),
					),
			},
			{
				words: "Close after the round",
				key: "close",
				disabled: row.closing,
				action: () =>
					sure(`Close ${row.name} after the round?`, "Its players keep their chips.", "Close table", () =>
						this.order(`${path}/close`, undefined, `${row.name} closes after the round.`),
					),
			},
		];
	}
}

function rowOf(id, open, line, titles) {
	const state = open?.state ?? "closed";
	return {
		rounds: 0,
		bet: 0,
		won: 0,
		band: null,
		...line,
		id,
		name: `${titles.get(id) ?? "?"} ${id}`,
		isOpen: Boolean(open),
		state,
		closing: open?.closing ?? false,
		people: open?.seats ?? [],
		words: open?.closing ? "closing after the round" : (STATES[state] ?? state),
	};
}

const LEAVES = "A round in progress is finished first, with the default answers. The player keeps the chips.";

// Ask before a player is affected.
function sure(question, about, yes, act) {
	const go = el("button", { class: "button action", value: "yes" }, yes);
	const stay = el("button", { class: "button", value: "no" }, "Cancel");
	const node = showDialog(question, [el("p", { class: "fine" }, about)], { buttons: [stay, go] });
	node.addEventListener("close", () => {
		if (node.returnValue === "yes") act();
	});
}

const REASONS = ["a wrong number of cards", "a card was exposed", "the deck is fouled", "a card was dealt out of turn"];

// A void round needs its reason: it is written into the record.
function callMisdeal(where, act) {
	const chosen = el(
		"select",
		{ class: "input", "aria-label": "Why" },
		...REASONS.map((reason) => el("option", {}, reason)),
	);
	const go = el("button", { class: "button action", value: "yes" }, "Void the round");
	const stay = el("button", { class: "button", value: "no" }, "Cancel");
	const question = `Call a misdeal at ${where}?`;
	const told = el("p", { class: "fine" }, "The round is void and every stake goes back.");
	const node = showDialog(question, [told, el("p", {}, chosen)], { buttons: [stay, go] });
	node.addEventListener("close", () => {
		if (node.returnValue === "yes") act(chosen.value);
	});
}

export function rulesInForce(tables) {
	const kinds = new Map();
	for (const table of tables) {
		const key = `${table.game} ${table.rules}`;
		const kind = kinds.get(key) ?? { ...table, many: 0 };
		kind.many += 1;
		kinds.set(key, kind);
	}
	const line = ({ title, rules, changed, many }) => {
		const other = Object.entries(changed).map(([name, value]) => `${name.replaceAll("_", " ")} ${value}`);
		return el(
			"li",
			{},
			el("strong", {}, title),
			` at ${many === 1 ? "one table" : `${many} tables`}: `,
			other.length ? other.join(", ") : "official rules",
			" ",
			el("code", { title: "Fingerprint of the rules" }, rules),
		);
	};
	return [kinds.size ? el("ul", {}, ...[...kinds.values()].map(line)) : el("p", {}, "No table is open.")];
}
