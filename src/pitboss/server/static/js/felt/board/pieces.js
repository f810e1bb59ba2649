// The pieces of a table: cards, chips, tokens, pills, icons. Cards and icons come from one sprite.
import { chip, DENOMINATIONS } from "../chips.js";
import { el, money, signedMoney, svg } from "../../words.js";

const SPRITE = new URL("../../../sprite.svg", import.meta.url).pathname;
const MOST_CHIPS = 8;
const SUITS = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const SIGNS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const RANKS = {
  A: "ace",
  K: "king",
  Q: "queen",
  J: "jack",
  T: "ten",
  9: "nine",
  8: "eight",
  7: "seven",
  6: "six",
  5: "five",
  4: "four",
  3: "three",
  2: "two",
};

const use = (name, place = {}) => svg("use", { href: `${SPRITE}#${name}`, ...place });

export const icon = (name) =>
  svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, use(`i-${name}`));

export const art = (name, attributes = {}) => svg("svg", { "aria-hidden": "true", ...attributes }, use(name));

export const cardName = (text) => {
  if (text === "??") return "face-down card";
  return text === "Jk" ? "joker" : `${RANKS[text[0]]} of ${SUITS[text[1]]}`;
};

const picture = (text) => (text === "??" ? "c-back" : text === "Jk" ? "c-joker" : `c-${text}`);

// The picture of a card, for a drawing of one's own.
export const cardUse = (text, place) => use(picture(text), place);

// A card; `state` is "plays" or "idle" when five of seven are chosen.
export function card({ id, text }, { owner = "", state = "", choice = null } = {}) {
  const label = owner ? `${cardName(text)}, ${owner}` : cardName(text);
  const name = {
    class: `card ${state}${choice ? " choice" : ""}`.trim(),
    role: "img",
    "aria-label": label,
    "data-card": text,
    "data-id": id ?? null,
    "data-choice": choice,
    viewBox: "0 0 100 140",
  };
  return svg("svg", name, use(picture(text)));
}

// A card in a sentence: 10♥.
export const sign = (text) => (text === "Jk" ? "the joker" : `${text[0] === "T" ? "10" : text[0]}${SIGNS[text[1]]}`);

// A card in a line of text.
export function mini(text, kind = "") {
  if (text === "Jk") return el("span", { class: `mini joker ${kind}`, role: "img", "aria-label": "joker" }, "★");
  const name = { class: `mini suit-${text[1]} ${kind}`, role: "img", "aria-label": cardName(text), "data-mini": text };
  return el("span", name, sign(text));
}

// Chips of an amount, at most eight, the largest on top.
function chipsOf(amount) {
  const values = [];
  let left = amount;
  for (const value of DENOMINATIONS) {
    for (; left >= value && values.length < MOST_CHIPS; left -= value) values.push(value);
  }
  return values.reverse();
}

export function stack(amount, attributes = {}) {
  const values = chipsOf(amount);
  const high = 42 + (values.length - 1) * 4;
  const node = svg("svg", {
    class: "stack",
    viewBox: `-21 ${-high + 21} 42 ${high}`,
    "aria-hidden": "true",
    ...attributes,
  });
  values.forEach((value, number) => {
    const piece = chip(value, 20);
    piece.setAttribute("transform", `translate(0 ${-4 * number})`);
    node.append(piece);
  });
  return node;
}

// Chips or a token with the amount next to it.
export const tag = (id, amount, { free = false } = {}) =>
  el(
    "span",
    { class: "tag", "data-id": id },
    free ? art("token", { class: "chip", viewBox: "0 0 48 48" }) : stack(amount),
    money(amount),
    free ? el("span", { class: "free" }, "free") : null,
  );

export const pill = (words, kind = "", attributes = {}) =>
  el("span", { class: `pill ${kind}`.trim(), ...attributes }, words);

const kindOf = (net, isPush) => (net > 0 ? "won" : net < 0 ? "lost" : isPush ? "push" : "push");

// What a bet won or lost; nothing won is a push only if every hand pushed.
export const result = ({ net, isPush }) =>
  pill(net ? signedMoney(net) : isPush ? "push" : money(0), `result ${kindOf(net, isPush)}`);
