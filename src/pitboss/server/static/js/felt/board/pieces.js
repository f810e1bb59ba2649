// The pieces of a table: cards, chips, tokens, pills, icons. Cards and icons come from one sprite.
// Cards, cards in a line of text and chips are custom elements: what they show is in one attribute.
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

const INKS = { c: "var(--card-club, #191512)", d: "var(--card-diamond, #b3202a)", h: "#b3202a", s: "#191512" };

// The index once more, small and upside down in the lower left corner, for the covered cards of a fan.
const secondIndex = (text) =>
  svg(
    "g",
    { class: "second", fill: INKS[text[1]], transform: "translate(26 137) rotate(180) scale(.5)" },
    use(`rank-${text[0]}`),
    use(`s-${text[1]}`, { transform: "translate(8.5 44.5) scale(1.15)" }),
  );

class Card extends HTMLElement {
  static observedAttributes = ["data-card"];

  attributeChangedCallback() {
    const text = this.dataset.card ?? "??";
    const face = [use(picture(text)), ...(/^[2-9TJQKA][cdhs]$/.test(text) ? [secondIndex(text)] : [])];
    this.replaceChildren(svg("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" }, ...face));
  }
}

class Mini extends HTMLElement {
  static observedAttributes = ["data-mini"];

  attributeChangedCallback() {
    this.textContent = this.dataset.mini === "Jk" ? "★" : sign(this.dataset.mini);
  }
}

class Chips extends HTMLElement {
  static observedAttributes = ["data-amount"];

  attributeChangedCallback() {
    const values = chipsOf(Number(this.dataset.amount));
    const high = 42 + (values.length - 1) * 4;
    const pieces = values.map((value, number) => {
      const piece = chip(value, 20);
      piece.setAttribute("transform", `translate(0 ${-4 * number})`);
      return piece;
    });
    this.replaceChildren(svg("svg", { viewBox: `-21 ${-high + 21} 42 ${high}`, "aria-hidden": "true" }, ...pieces));
  }
}

for (const [name, made] of Object.entries({ "pb-card": Card, "pb-mini": Mini, "pb-chips": Chips })) {
  if (!customElements.get(name)) customElements.define(name, made);
}

// A card; `state` is "plays" or "idle" when five of seven are chosen.
export const card = ({ id, text }, { owner = "", state = "", choice = null } = {}) =>
  el("pb-card", {
    class: `card ${state}${choice ? " choice" : ""}`.trim(),
    role: "img",
    "aria-label": owner ? `${cardName(text)}, ${owner}` : cardName(text),
    "data-card": text,
    "data-id": id ?? null,
    "data-choice": choice,
  });

// A card in a sentence: 10♥.
export const sign = (text) => (text === "Jk" ? "the joker" : `${text[0] === "T" ? "10" : text[0]}${SIGNS[text[1]]}`);

// A card in a line of text.
export const mini = (text, kind = "") =>
  el("pb-mini", {
    class: `mini ${text === "Jk" ? "joker" : `suit-${text[1]}`} ${kind}`.trim(),
    role: "img",
    "aria-label": cardName(text),
    "data-mini": text,
  });

// Chips of an amount, at most eight, the largest on top.
function chipsOf(amount) {
  const values = [];
  let left = amount;
  for (const value of DENOMINATIONS) {
    for (; left >= value && values.length < MOST_CHIPS; left -= value) values.push(value);
  }
  return values.reverse();
}

export const stack = (amount) => el("pb-chips", { class: "stack", "data-amount": amount, "aria-hidden": "true" });

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
