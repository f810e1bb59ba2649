// Cards as SVG, drawn in the felt's own units: pips where a card has them, courts of our own drawing.
import { svg } from "../words.js";
import { court } from "./courts.js";
import { suit } from "./suits.js";

const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
const RANK_NAMES = {
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

// Where the pips of a card lie: columns −1, 0, 1, rows from −1 to 1; those below the middle stand on their heads.
const PIPS = {
  2: [
    [0, -1],
    [0, 1],
  ],
  3: [
    [0, -1],
    [0, 0],
    [0, 1],
  ],
  4: [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ],
  5: [
    [-1, -1],
    [1, -1],
    [0, 0],
    [-1, 1],
    [1, 1],
  ],
  6: [
    [-1, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  7: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [1, 1],
  ],
  8: [
    [-1, -1],
    [1, -1],
    [0, -0.5],
    [-1, 0],
    [1, 0],
    [0, 0.5],
    [-1, 1],
    [1, 1],
  ],
  9: [
    [-1, -1],
    [1, -1],
    [-1, -0.34],
    [1, -0.34],
    [0, 0],
    [-1, 0.34],
    [1, 0.34],
    [-1, 1],
    [1, 1],
  ],
  T: [
    [-1, -1],
    [1, -1],
    [0, -0.67],
    [-1, -0.34],
    [1, -0.34],
    [-1, 0.34],
    [1, 0.34],
    [0, 0.67],
    [-1, 1],
    [1, 1],
  ],
};

export const cardName = (text) => {
  if (text === "??") return "a card face down";
  return text === "Jk" ? "joker" : `${RANK_NAMES[text[0]]} of ${SUIT_NAMES[text[1]]}`;
};

export function label(text, x, y, size, colour) {
  const node = svg("text", {
    x,
    y,
    "font-size": size,
    "font-family": "Georgia, 'Times New Roman', serif",
    "font-weight": 700,
    fill: colour,
    "text-anchor": "middle",
    ...(text === "10" ? { textLength: size * 0.88, lengthAdjust: "spacingAndGlyphs" } : {}),
  });
  node.textContent = text;
  return node;
}

const blank = () =>
  svg("rect", { x: -30, y: -42, width: 60, height: 84, rx: 6, fill: "#fffdf6", stroke: "#0005", "stroke-width": 0.8 });

function middle(rank, letter, colour) {
  if (rank === "A") return [suit(letter, 3, 2, 34, colour)];
  if ("JQK".includes(rank)) return [court(rank, letter, colour)];
  return PIPS[rank].map(([x, y]) => suit(letter, 4 + x * 12, y * 28, 12.5, colour, y > 0));
}

function face(text) {
  const art = svg("g", { "aria-hidden": "true" }, blank());
  if (text === "Jk") {
    const star = svg("path", { d: "M0-20 5-7 19-6 8 3 12 17 0 9-12 17-8 3-19-6-5-7Z", fill: "#7a3fa8" });
    art.append(star, label("JOKER", 0, 34, 10, "#7a3fa8"));
    return art;
  }
  const [rank, letter] = text;
  const colour = "dh".includes(letter) ? "#b3202a" : "#191512";
  const corner = svg(
    "g",
    {},
    label(rank === "T" ? "10" : rank, -20, -23, 19, colour),
    suit(letter, -20, -12, 11, colour),
  );
  const other = corner.cloneNode(true);
  other.setAttribute("transform", "rotate(180)");
  art.append(...middle(rank, letter, colour), corner);
  if (rank === "A") art.append(other);
  return art;
}

function back() {
  let lattice = "";
  for (let n = -52; n <= 78; n += 13) lattice += `M${n - 26} -38l76 76M${n + 26} -38l-76 76`;
  const lines = svg("path", { d: lattice, stroke: "#e8cf8f", "stroke-opacity": 0.5, "stroke-width": 0.8 });
  const window = { x: -26, y: -38, width: 52, height: 76, viewBox: "-26 -38 52 76", overflow: "hidden" };
  return svg(
    "g",
    { "aria-hidden": "true" },
    blank(),
    svg("rect", { x: -26, y: -38, width: 52, height: 76, rx: 4, fill: "#7c1f2b" }),
    svg("svg", window, lines),
    svg("circle", { r: 9, fill: "#7c1f2b", stroke: "#e8cf8f" }),
    suit("s", 0, 0, 10, "#e8cf8f"),
  );
}

const named = (text, owner) => (owner ? `${cardName(text)}, ${owner}` : cardName(text));

export function card(text, owner = "") {
  const node = svg("g", {
    class: "card card-shadow",
    role: "img",
    "aria-label": named(text, owner),
    "data-card": text,
  });
  node.append(text === "??" ? back() : face(text));
  return node;
}

export function turn(node, text, owner = "") {
  node.replaceChildren(face(text));
  node.setAttribute("aria-label", named(text, owner));
  node.dataset.card = text;
}
