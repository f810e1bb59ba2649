// The design system on one page: tokens, and every component in every state.
import { choice } from "../../action_bar/asking.js";
import { rack } from "../../action_bar/betting.js";
import { actionBar } from "../../action_bar/action_bar.js";
import { question, stake } from "../../action_bar/question.js";
import { sidePanel, tabBar } from "../../table/panel.js";
import { payTable } from "../../table/paytables.js";
import { stillView } from "../../table/view.js";
import { coach } from "../../table/walk.js";
import { button, el } from "../../words.js";
import { columnsOf, handColumn, verdict } from "./hands.js";
import { TableModel } from "./model.js";
import { card, icon, mini, pill, result, tag } from "./pieces.js";
import { pods } from "./pods.js";
import { spot } from "./spots.js";

const SIZES = [1, 2, 3, 4, 5, 6, 7];
const AMOUNTS = [100, 500, 2500, 10000, 50000, 38675];
const won = (net) => result({ net, isPush: true });
const COLOURS = {
	surface: ["surface-0", "surface-1", "surface-2", "surface-3", "line", "line-strong"],
	ink: ["ink-1", "ink-2", "ink-3"],
	meaning: ["action", "focus", "good", "bad", "neutral", "changed", "info"],
	felt: ["brass", "felt-ink", "turn", "card-face", "card-red", "token"],
};
const MEANINGS = {
	action: "the one thing to press next",
	focus: "keyboard focus",
	good: "won, right, best",
	bad: "lost, wrong, cost",
	neutral: "push",
	changed: "differs from the official rules",
	info: "coach",
	brass: "print on felt",
	turn: "whose turn",
	token: "the house's money",
};
const ICONS = [
	"back sound mute help more replay check shield plus undo clear up bulb play",
	"link users clock eye hand first last next sun bolt flag compare table chat",
].join(" ");

const section = (title, ...parts) => el("section", { class: "panel sample" }, el("h2", {}, title), ...parts);
const row = (...parts) => el("div", { class: "row" }, ...parts);

export function showDesign(view) {
	document.title = "Design · pitboss";
	view.replaceChildren(
		el(
			"div",
			{ class: "design" },
			el("h1", {}, "Design system"),
			section("Colours", ...Object.values(COLOURS).map((names) => row(...names.map(swatch)))),
			section(
				"Type",
				...SIZES.map((n) => sized(el("p", {}, `Type ${n}: Blackjack pays 3 to 2`), "fontSize", `var(--type-${n})`)),
			),
			section(
				"Space",
				...SIZES.map((n) => sized(el("div", { class: "bar" }, `space-${n}`), "width", `calc(var(--space-${n}) * 6)`)),
			),
			section("Buttons", row(...buttons())),
			section("Icons", row(...ICONS.split(" ").map((name) => el("span", { class: "badge", title: name }, icon(name))))),
			section("Cards", row(...cards()), fourColours(), row(mini("Ks"), mini("Qh"), mini("Td"), mini("9c"), mini("Jk"))),
			section("Chips", felt(...AMOUNTS.map((amount) => tag(null, amount)), tag(null, 2500, { free: true }))),
			section("Pills", felt(pill("17", "total"), pill("bust", "dim"), ...[500, -500, 0].map(won))),
			section("Spots", spots()),
			section("Hands", hands()),
			section("Options", options()),
			section("Pods", allPods()),
			section("Action bar", ...bars()),
			section("Pay table", payTables()),
			section("Fields", fields()),
			section("Tabs", tabBar("Example", TABS, "pays", { chat: 2 }, null)),
			section("Side panel", ...Object.keys(TABS).slice(0, 2).map(panel)),
			section("Coach", coach("Your bets are down. Press Deal.")),
			section("Showdown", felt(verdict(readModel(), 1, "You"), verdict(readModel(), "dealer", "Dealer"))),
		),
	);
}

// Set styles that show a token's value here, because the page allows no inline styles.
function sized(node, property, value) {
	node.style[property] = value;
	return node;
}

function swatch(name) {
	const box = sized(el("i", { "aria-hidden": "true" }), "background", `var(--${name})`);
	return el("span", { class: "swatch" }, box, el("b", {}, name), el("small", {}, MEANINGS[name] ?? ""));
}

function buttons() {
	const focused = button("Focus", { class: "button focused" });
	return [
		button("Deal $5", { class: "button action" }),
		button("Clear"),
		button("Hover", { class: "button hovered" }),
		focused,
		button("Disabled", { disabled: true }),
		button("Plain", { class: "button plain" }),
		el("kbd", { class: "key" }, "S"),
	];
}

const fan = (...texts) => el("div", { class: "fan" }, ...texts.map((text) => card({ text })));
const fourColours = () =>
	el("div", { class: "row", "data-deck": "four" }, ...["7s", "7h", "7d", "7c"].map((text) => card({ text })));
const cards = () => [
	fan("Qs", "9h", "Jd"),
	...["As", "Kh", "Qd", "Jc", "Ts", "7h", "2d"].map((text) => card({ text })),
	card({ text: "??" }),
	card({ text: "Jk" }),
	card({ text: "9c" }, { state: "plays" }),
	card({ text: "4d" }, { state: "idle" }),
];

// A small game whose events bring every component into every state.
const BETS = [
	{ bet: "main", label: "Wager", pays: "1:1", main: true, rides: "hand" },
	{ bet: "side", label: "Pot of Gold", pays: "to 100:1" },
	{ bet: "later", label: "Turn", pays: "1:1" },
];
const PLAN = { dealer: [], seat: [{ at: "hand", spread: true }], spots: BETS };

function viewAfter(events, more = {}) {
	const model = new TableModel(PLAN);
	for (const event of events) model.act(event);
	return stillView({
		model,
		plan: PLAN,
		setup: { seats: 6, bets: BETS.map((one) => ({ name: one.bet, title: one.label, in_play: one.bet === "later" })) },
		front: 1,
		isMine: true,
		owner: "yours",
		table: { seats: {}, state: "dealing", offer: null },
		you: { seat: 1 },
		...more,
	});
}

const dealt = (makes, ...cards) => cards.map((one) => ({ event: "dealt", card: one, seat: 1, at: "hand-1", makes }));
const wagered = (bet, amount) => ({ event: "wagered", seat: 1, bet, amount, hand: 1 });
const settled = (bet, stake, back, line = "") => ({
	event: "settled",
	seat: 1,
	bet,
	stake,
	back,
	hand: 1,
	line,
	pays: back === stake ? "push" : "",
});
const bet = (name, back) => [wagered(name, 500), ...(back == null ? [] : [settled(name, 500, back)])];

const felt = (...parts) => el("div", { class: "felt sampler" }, ...parts);
const labelled = (words, ...parts) => el("figure", {}, ...parts, el("figcaption", {}, words));

const spotIn = (state, name, events, more = {}, kind = "") =>
	labelled(
		state,
		spot(
			viewAfter(events, more),
			BETS.find((one) => one.bet === name),
			kind,
		),
	);

const spots = () =>
	felt(
		spotIn("empty, to bet on", "side", [], { open: true }),
		spotIn("chips", "main", [], { open: true, bets: { main: 2500 } }),
		spotIn("closed", "side", [], { open: true, closed: { side: "no pair" } }),
		spotIn("pointed at by the coach", "side", [], { open: true, pointed: "side" }),
		spotIn("in play", "main", [wagered("main", 2500), ...dealt("13", "8c", "5d")]),
		spotIn("opens later", "later", []),
		spotIn("won", "side", bet("side", 6500)),
		spotIn("lost", "side", bet("side", 0)),
		spotIn("push", "side", bet("side", 500)),
		spotIn("with its worth", "side", [], { open: true, worths: { side: -25 } }),
		spotIn("best worth", "side", [], { open: true, worths: { side: -5 }, bestSpot: "side" }),
		spotIn("cell, empty", "side", [], { open: true }, "cell"),
		spotIn("cell, chips", "side", [], { open: true, bets: { side: 500 } }, "cell"),
		spotIn("cell, won", "side", bet("side", 1000), {}, "cell"),
	);

function handIn(state, events, more = {}) {
	const view = viewAfter(events, more);
	return labelled(state, ...columnsOf(view.model, PLAN, 1).map((column) => handColumn(view, column)));
}

const TOKEN = { event: "token-placed", seat: 1, bet: "main", hand: 1, free: "double" };
const ended = (line, back, ...cards) => [
	wagered("main", 2500),
	...dealt(line.match(/\d+/)[0], ...cards),
	{ event: "discarded", seat: 1, at: "hand-1", cards: cards.length },
	settled("main", 2500, back, line),
];

const hands = () =>
	felt(
		handIn("waiting", [wagered("main", 2500), ...dealt("20", "Kd", "Qs")]),
		handIn("turn", [wagered("main", 2500), ...dealt("13", "8c", "5d")], { marked: ["hand-1"] }),
		handIn("doubled, with a free token", [wagered("main", 2500), ...dealt("11", "8s", "3h"), TOKEN]),
		handIn("won", ended("20 against 18", 5000, "Td", "Ks")),
		handIn("lost", ended("16 against 18", 0, "Td", "6s")),
		handIn("bust", ended("bust with 25", 0, "Td", "6s", "9h")),
		handIn("push", ended("18 against 18", 2500, "Td", "8s")),
	);

const OPTIONS = [
	{ words: "Stand", below: "costs $2.20", key: "S" },
	{ words: "Hit", below: "best", key: "H", kind: "best" },
	{ words: "Double +$25", below: "costs $10.34", key: "D" },
	{ words: "Split", below: "…", key: "P" },
	{ words: "Hover", below: "", key: "O", kind: "hovered" },
	{ words: "Focus", below: "", key: "U", kind: "focused" },
	{ words: "Chosen", below: "best", key: "C", kind: "chosen" },
	{ words: "Locked", below: "350 ms", key: "L", kind: "locked", attributes: { disabled: true } },
	{ words: "Not affordable", below: "$50 more", key: "X", attributes: { disabled: true } },
];

const options = (most = OPTIONS.length) =>
	el("div", { class: "options" }, ...OPTIONS.slice(0, most).map((one) => choice(one)));

const PLAYERS = { 2: "Deuce", 3: "Trey", 4: "Cate", 5: "Anna", 6: "Ben" };

function podsIn(state, events, more = {}) {
	const seats = Object.fromEntries(Object.entries(PLAYERS).map(([n, nick]) => [n, { nick, bot: true, bets: {} }]));
	const view = viewAfter(events, more);
	view.table = { ...view.table, seats: { [more.seat ?? 2]: { ...seats[more.seat ?? 2], ...more.held } }, ...more.at };
	return labelled(state, pods({ ...view, you: { seat: null } }, "left"));
}

const of = (seat, events) => events.map((event) => ({ ...event, seat }));

const allPods = () =>
	felt(
		podsIn("betting", [], { at: { state: "betting" } }),
		podsIn("ready", of(2, [wagered("main", 1200)]), { at: { state: "betting" }, held: { ready: true } }),
		podsIn("to act", of(2, [wagered("main", 1200)]), { at: { offer: { seats: [2], said: [] } } }),
		podsIn("total", of(2, [wagered("main", 1200), ...dealt("17", "Td", "7c")])),
		podsIn("open card", of(2, [wagered("main", 1200), ...dealt(null, "Td")])),
		podsIn("folded", [{ event: "folded", seat: 2 }]),
		podsIn("won", [{ event: "round-ended", net: { 2: 1200 } }]),
		podsIn("lost", [{ event: "round-ended", net: { 2: -1200 } }]),
		podsIn("away", [], { held: { away: true } }),
	);

const POT = { title: "Pot of Gold", columns: ["Pays"], bets: [["side", null]] };

const payTables = () =>
	payTable(
		{
			...POT,
			lines: [
				["4 tokens", "50:1"],
				["3 tokens", "30:1"],
				["2 tokens", "12:1"],
			],
		},
		{
			bets: new Set(["side"]),
			sumOf: () => ({ stake: 500, net: 0 }),
			over: new Set(),
			lines: [],
			count: 3,
			reach: { side: [0, 1] },
		},
	);

const TABS = { round: "Round", pays: "Pays", rules: "Rules", chat: "Chat" };

function panel(name) {
	const log = el(
		"div",
		{ class: "lines log" },
		el("p", { class: "own" }, "You have 8♣ 5♦, 13"),
		el("p", {}, "Dealer shows 8♥"),
	);
	return sample(
		sidePanel(
			tabBar(TABS[name], TABS, name, {}, null),
			null,
			el("div", { class: "body" }, name === "pays" ? payTables() : log),
		),
	);
}

function readModel() {
	const model = new TableModel();
	model.act({ event: "hand-read", seat: 1, hand: "straight, king high", cards: ["Ks", "Qs", "Js", "Th", "9c"] });
	model.act({ event: "hand-read", hand: "two pair, kings and fours", cards: ["Kh", "Ks", "4d", "4c", "Ah"] });
	return model;
}

const bar = (mode, ...parts) => labelled(mode, sample(actionBar(mode, ...parts)));
// A sample is not a landmark of this page and takes no focus.
function sample(node) {
	for (const name of ["id", "role"]) node.removeAttribute(name);
	return node;
}
const asked = (...words) => sample(question(...words));
const tools = (...words) =>
	el("div", { class: "mid" }, el("div", { class: "row tools" }, ...words.map((one) => button(one))));

const bars = () => [
	bar(
		"betting",
		rack([100, 500, 2500, 10000], 500, () => {}),
		tools("Undo", "Clear", "× 2"),
		button("Deal $30", { class: "button action deal" }),
	),
	bar("asking", asked("13 against 8", "Hand 3 of 3"), el("div", { class: "mid" }, options(3)), stake(3500, 7500)),
	bar("busy", asked("Dealing"), tools("Skip"), stake(3500)),
	bar("waiting", asked("Waiting for Deuce"), el("div", { class: "mid" }), stake(3500)),
	bar("watching", asked("Watching", "Round 12 is being dealt"), tools("Seat 1", "Seat 2")),
	bar("refused", asked("Ante takes at most $10.", null, "fault"), tools("Undo")),
];

const fields = () =>
	row(
		el("label", { class: "field" }, el("span", {}, "Nickname"), el("input", { class: "input", value: "Anna" })),
		el(
			"label",
			{ class: "field" },
			el("span", {}, "Seat"),
			el("select", { class: "input" }, el("option", {}, "Seat 3")),
		),
		el(
			"div",
			{ class: "seg" },
			el("button", { type: "button", "aria-pressed": "true" }, "Dark"),
			el("button", { type: "button", "aria-pressed": "false" }, "Light"),
		),
	);
