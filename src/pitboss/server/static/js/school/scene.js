// The table of a question: real cards and chips on the felt, and cards inside a sentence.
import { card, mini, stack } from "../felt/board/pieces.js";
import { capital, el, money } from "../words.js";

export function drawScene({ scene, felt, dark }) {
  if (!scene) return null;
  const { dealer, seats, asked = [] } = scene;
  const sides = seats.map((seat) =>
    side(`Seat ${seat.seat}`, ...places(seat.hands), spots(seat.bets, asked.length < seat.bets.length ? asked : [])),
  );
  const node = el(
    "div",
    { class: "scene", role: "group", "aria-label": "The table" },
    dealer.length ? side("Dealer", ...places(dealer)) : null,
    ...sides,
  );
  node.style.setProperty("--felt", felt);
  node.style.setProperty("--felt-dark", dark);
  return node;
}

const side = (title, ...parts) => el("section", { class: "side-of-table" }, el("h2", {}, title), ...parts);

const places = (hands) => {
  const many = hands.length > 1;
  const hand = ({ at, cards }) =>
    el(
      "figure",
      {},
      el("div", { class: "fan" }, ...cards.map((text) => card({ text }))),
      many && at ? el("figcaption", {}, capital(at)) : null,
    );
  return hands.length ? [el("div", { class: "places" }, ...hands.map(hand))] : [];
};

function spots(bets, asked) {
  if (!bets.length) return null;
  const spot = ({ bet, title, cents }) =>
    el(
      "span",
      { class: `spot-bet${asked.includes(bet) ? " asked" : ""}` },
      stack(cents),
      el("b", {}, money(cents)),
      el("small", {}, title),
    );
  return el("div", { class: "places" }, ...bets.map(spot));
}

// A question with what leads up to it in smaller print.
export function askedWords(words) {
  const [, context, question] = words.match(/^(.*[.!])\s+([^.!]*\?)$/s) ?? [null, "", words];
  return context
    ? [el("span", { class: "soft" }, ...withCards(context), " "), ...withCards(question)]
    : withCards(words);
}

const CARDS = /((?:10|[2-9AKQJ])[♣♦♥♠])/;
const SUITS = { "♣": "c", "♦": "d", "♥": "h", "♠": "s" };

// A sentence with its cards drawn.
export const withCards = (words) =>
  words
    .split(CARDS)
    .map((part, place) => (place % 2 ? mini(`${part.startsWith("10") ? "T" : part[0]}${SUITS[part.at(-1)]}`) : part));
