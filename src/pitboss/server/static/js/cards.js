// Cards and chips as SVG, drawn in the felt's own units.
import { svg } from "./words.js";

export const WIDTH = 60, HEIGHT = 84;
const SUITS = {
  h: "M10 18.4C4 13 1 9.6 1 6a4.6 4.6 0 0 1 9-1.5A4.6 4.6 0 0 1 19 6c0 3.6-3 7-9 12.400Z",
  d: "M10 .8Q13 6 17.600 10Q13 14 10 19.200Q7 14 2.400 10Q7 6 10 .8Z",
  s: "M10 1C14 6 19 8.500 19 12.400a4.200 4.200 0 0 1-7.800 2Q11.500 17.600 13.700 19H6.300Q8.500 17.600 8.800 14.400a4.200 4.200 0 0 1-7.800-2C1 8.500 6 6 10 1Z",
  c: "M10 1a4.100 4.100 0 0 1 3.300 6.600a4.100 4.100 0 1 1-2.100 6.500Q11.500 17.400 13.700 19H6.300Q8.500 17.400 8.800 14.100a4.100 4.100 0 1 1-2.100-6.500A4.100 4.100 0 0 1 10 1Z",
};
const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };

export const cardName = (text) =>
  text === "??" ? "a card face down" : text === "Jk" ? "joker" : `${RANK_NAMES[text[0]]} of ${SUIT_NAMES[text[1]]}`;

const suit = (letter, x, y, size, colour) =>
  svg("path", { d: SUITS[letter], fill: colour, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})` });

function face(text) {
  const art = svg("g", { "aria-hidden": "true" });
  const red = "dh".includes(text[1]) && text !== "Jk";
  const colour = red ? "#b3202a" : "#191512";
  art.append(svg("rect", { x: -30, y: -42, width: 60, height: 84, rx: 6, fill: "#fffdf6", stroke: "#00000055", "stroke-width": .8 }));
  if (text === "Jk") {
    const star = svg("path", { d: "M0-20 5-7 19-6 8 3 12 17 0 9-12 17-8 3-19-6-5-7Z", fill: "#7a3fa8" });
    art.append(star, label("JOKER", 0, 34, 10, "#7a3fa8"));
    return art;
  }
  const rank = text[0] === "T" ? "10" : text[0];
  const corner = svg("g", {}, label(rank, -20, -23, 19, colour), suit(text[1], -20, -12, 11, colour));
  const other = corner.cloneNode(true);
  other.setAttribute("transform", "rotate(180)");
  art.append(corner, other, suit(text[1], 4, 3, "JQK".includes(text[0]) ? 22 : 30, colour));
  if ("JQK".includes(text[0])) {
    art.append(svg("rect", { x: -11, y: -26, width: 30, height: 52, rx: 3, fill: "none", stroke: colour, "stroke-opacity": .35 }));
  }
  return art;
}

function label(text, x, y, size, colour) {
  const node = svg("text", { x, y, "font-size": size, "font-family": "Georgia, 'Times New Roman', serif", "font-weight": 700, fill: colour, "text-anchor": "middle", "letter-spacing": text === "10" ? -1.5 : 0 });
  node.textContent = text;
  return node;
}

function back() {
  const art = svg("g", { "aria-hidden": "true" },
    svg("rect", { x: -30, y: -42, width: 60, height: 84, rx: 6, fill: "#fffdf6", stroke: "#00000055", "stroke-width": .8 }),
    svg("rect", { x: -26, y: -38, width: 52, height: 76, rx: 4, fill: "#7c1f2b" }));
  let lattice = "";
  for (let n = -52; n <= 78; n += 13) lattice += `M${n - 26} -38l76 76M${n + 26} -38l-76 76`;
  const lines = svg("path", { d: lattice, stroke: "#e8cf8f", "stroke-opacity": .5, "stroke-width": .8, "clip-path": "inset(0)" });
  const clip = svg("svg", { x: -26, y: -38, width: 52, height: 76, viewBox: "-26 -38 52 76", overflow: "hidden" }, lines);
  art.append(clip, svg("circle", { r: 9, fill: "#7c1f2b", stroke: "#e8cf8f" }), suit("s", 0, 0, 10, "#e8cf8f"));
  return art;
}

export function card(text) {
  const node = svg("g", { class: "card card-shadow", role: "img", "aria-label": cardName(text), "data-card": text });
  node.append(text === "??" ? back() : face(text));
  return node;
}

export function turn(node, text) {
  node.replaceChildren(face(text));
  node.setAttribute("aria-label", cardName(text));
  node.dataset.card = text;
}

const CHIPS = [[50000, "#5b2a86", "#fff"], [10000, "#1b1b1f", "#fff"], [2500, "#14703f", "#fff"], [500, "#b3202a", "#fff"], [100, "#ece5d6", "#2a2118"], [25, "#2f6f9f", "#fff"], [5, "#8a8f98", "#fff"], [1, "#a9773a", "#fff"]];
export const DENOMINATIONS = CHIPS.map(([value]) => value);

const short = (cents) => (cents >= 100 ? String(cents / 100) : `${cents}¢`);

export function chip(value, size = 20) {
  const [, colour, ink] = CHIPS.find(([worth]) => worth === value) ?? CHIPS.find(([worth]) => worth <= value) ?? CHIPS.at(-1);
  const rim = 2 * Math.PI * (size - 2.5) / 12;
  const node = svg("g", {},
    svg("circle", { r: size, fill: colour, stroke: "#0006" }),
    svg("circle", { r: size - 2.5, fill: "none", stroke: ink, "stroke-width": 4, "stroke-dasharray": `${rim} ${rim}`, "stroke-opacity": .85 }),
    svg("circle", { r: size * .64, fill: colour, stroke: ink, "stroke-opacity": .5 }));
  const text = label(short(value), 0, size * .2, size * (short(value).length > 2 ? .5 : .62), ink);
  node.append(text);
  return node;
}

export function stack(amount) {
  const node = svg("g", { class: "stack" });
  const pieces = [];
  let left = amount;
  for (const value of DENOMINATIONS) while (left >= value && pieces.length < 7) { pieces.push(value); left -= value; }
  pieces.forEach((value, number) => {
    const piece = chip(value, 17);
    piece.setAttribute("transform", `translate(0 ${-3.2 * number})`);
    node.append(piece);
  });
  return node;
}

// A gold Free Bet token: the house's chip, worth what stands beside it.
export function token(free, hand) {
  const node = svg("g", { class: "token", role: "img", "aria-label": `a Free Bet token: a free ${free} for hand ${hand}`, "data-token": free },
    svg("circle", { r: 15, fill: "#d9a62a", stroke: "#6e4c05", "stroke-width": 1.5 }),
    svg("circle", { r: 11.5, fill: "none", stroke: "#fff3c4", "stroke-width": 1.2, "stroke-dasharray": "2 2" }));
  node.append(label("FREE", 0, -.5, 8.5, "#3a2600"), label("BET", 0, 7.5, 7.5, "#3a2600"));
  return node;
}
