// The design system on one page: tokens, and every component in every state.
import { card, icon, mini, pill, result, stack, tag } from "./pieces.js";
import { button, el } from "../../words.js";

const SPACES = ["1", "2", "3", "4", "5", "6", "7"];
const TYPES = ["1", "2", "3", "4", "5", "6", "7"];
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
  "back sound mute help more replay check shield plus undo clear up down bulb play copy",
  "link users lock clock eye hand first last next sun bolt star flag compare table chat",
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
        ...TYPES.map((n) => sized(el("p", {}, `Type ${n}: Blackjack pays 3 to 2`), "fontSize", `var(--type-${n})`)),
      ),
      section(
        "Space",
        ...SPACES.map((n) => sized(el("div", { class: "bar" }, `space-${n}`), "width", `calc(var(--space-${n}) * 6)`)),
      ),
      section("Buttons", row(...buttons())),
      section("Icons", row(...ICONS.split(" ").map((name) => el("span", { class: "badge", title: name }, icon(name))))),
      section("Cards", row(...cards()), row(mini("Ks"), mini("Qh"), mini("Td"), mini("9c"), mini("Jk"))),
      section(
        "Chips",
        el(
          "div",
          { class: "felt sampler" },
          row(
            ...[100, 500, 2500, 10000, 50000, 38675].map((amount) => tag(null, amount)),
            tag(null, 2500, { free: true }),
          ),
        ),
      ),
      section(
        "Pills",
        el(
          "div",
          { class: "felt sampler" },
          row(pill("17", "total"), pill("bust", "dim"), ...[500, -500, 0].map((net) => result({ net, isPush: true }))),
        ),
      ),
      section("Spots", spots()),
      section("Hands", hands()),
      section("Options", options()),
      section(
        "Pods",
        el(
          "div",
          { class: "felt sampler" },
          pod("Deuce", "$12", pill("17")),
          pod("Trey", "to act", pill("…", "dim"), " asked"),
          pod("Cate", "folded", pill("fold", "dim")),
        ),
      ),
      section("Pay table", payTable()),
      section("Fields", fields()),
      section(
        "Coach",
        el(
          "aside",
          { class: "coach" },
          icon("bulb"),
          el("p", {}, "Your bets are down. Press Deal."),
          button("Skip the tour", { class: "button plain small" }),
        ),
      ),
    ),
  );
}

// Styles that hold a value of a token are set from here: the page allows no inline styles.
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

const cards = () => [
  ...["As", "Kh", "Qd", "Jc", "Ts", "7h", "2d"].map((text) => card({ text })),
  card({ text: "??" }),
  card({ text: "Jk" }),
  card({ text: "9c" }, { state: "plays" }),
  card({ text: "4d" }, { state: "idle" }),
];

function spot(words, below, kind, inside = "") {
  return el(
    "button",
    { type: "button", class: `spot ${kind}` },
    el("span", { class: "ring" }, inside),
    el("span", { class: "label" }, el("span", { class: "name" }, words), " ", below),
  );
}

const spots = () =>
  el(
    "div",
    { class: "felt sampler" },
    spot("Empty", el("span", { class: "pays" }, "11:1"), "small mine"),
    spot("Main", el("span", { class: "amount" }, "$5"), "main mine", stack(500)),
    spot("In play", el("span", { class: "amount" }, "$25"), "main", "in play"),
    spot("Later", el("span", { class: "pays" }, "1:1"), "small later"),
    spot("Closed", el("span", { class: "pays" }, "2:1"), "small mine closed"),
    spot("Won", result({ net: 1500 }), "small"),
    spot("Lost", result({ net: -500 }), "small"),
    spot("Push", result({ net: 0, isPush: true }), "small"),
  );

function hand(total, cards, money, note, kind = "") {
  return el(
    "article",
    { class: `hand ${kind}` },
    pill(total, "total"),
    el("div", { class: "fan" }, ...cards.map((text) => card({ text }))),
    el("div", { class: "money" }, money),
    el("span", { class: "note" }, note),
  );
}

const hands = () =>
  el(
    "div",
    { class: "felt sampler" },
    hand("21", ["8s", "3h", "Kc"], tag(null, 2500), "Doubled"),
    hand("13", ["8c", "5d"], tag(null, 2500), "Your turn", "turn"),
    hand("20", ["Td", "Ks"], result({ net: 2500 }), "20 against 18"),
    hand("25", ["Td", "6s", "9h"], result({ net: -2500 }), "Bust with 25", "out"),
  );

const option = (words, below, key, kind = "", attributes = {}) =>
  el(
    "button",
    { type: "button", class: `option ${kind}`, ...attributes },
    el("b", {}, words),
    el("span", { class: "worth" }, below),
    el("kbd", { class: "key" }, key),
  );

const options = () =>
  el(
    "div",
    { class: "options" },
    option("Stand", "costs $2.20", "S"),
    option("Hit", "best", "H", "best"),
    option("Double +$25", "…", "D"),
    option("Chosen", "best", "P", "chosen"),
    option("Locked", "350 ms", "F", "locked", { disabled: true }),
    option("Too expensive", "$50 more", "X", "", { disabled: true }),
  );

const pod = (name, below, state, kind = "") =>
  el(
    "button",
    { type: "button", class: `pod${kind}` },
    el("span", { class: "avatar", "aria-hidden": "true" }, name[0]),
    el("span", { class: "who" }, el("b", {}, name), el("span", {}, below)),
    state,
  );

const payTable = () =>
  el(
    "table",
    { class: "pay" },
    el(
      "tbody",
      {},
      ...[
        ["4 tokens", "50:1", "reach"],
        ["3 tokens · you have this", "30:1", "now"],
        ["2 tokens", "12:1", "past"],
      ].map(([line, pays, kind]) => el("tr", { class: kind }, el("th", { scope: "row" }, line), el("td", {}, pays))),
    ),
  );

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
