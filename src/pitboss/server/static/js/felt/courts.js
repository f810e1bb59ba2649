// Jack, queen and king: a bust that stands twice in its frame, once on its head.
import { svg } from "../words.js";
import { suit } from "./suits.js";

const SKIN = "#f6dcc0";
const GOLD = "#dba93a";
const LINE = "#2a1d14";

const path = (d, fill, more = {}) =>
  svg("path", { d, fill, stroke: LINE, "stroke-width": 0.7, "stroke-linejoin": "round", ...more });

// Each stands with its chest at the middle of the card, looking out of the upper half.
const HEADS = {
  K: (hair) => [
    path("M-7-21Q-9-8-5-6H9Q13-8 11-21Z", hair),
    path("M-3-20Q-4-9 2-7Q8-9 7-20Z", SKIN),
    path("M-3-13Q2-4 7-13L6-7Q2-1-2-7Z", hair),
    path("M-6-20 -7-28 -2-24 2-29 6-24 11-28 10-20Z", GOLD),
  ],
  Q: (hair) => [
    path("M-7-19Q-10-4-5-2L9-2Q14-4 11-19Q2-27-7-19Z", hair),
    path("M-3-18Q-4-8 2-6Q8-8 7-18Q2-22-3-18Z", SKIN),
    path("M-5-20Q-5-27-1-25 2-30 5-25 9-27 9-20Q2-24-5-20Z", GOLD),
    path("M.6-9.500Q2-8.500 3.400-9.500", "none", { stroke: "#b3202a" }),
  ],
  J: (hair) => [
    path("M-6-19Q-8-8-5-6H8Q12-8 10-19Z", hair),
    path("M-3-18Q-4-9 2-7Q8-9 7-18Z", SKIN),
    path("M-8-19Q-6-27 3-26Q12-25 11-19Q2-22-8-19Z", "#24527a"),
    path("M9-24Q15-29 13-20Z", GOLD),
  ],
};

const HANDS = {
  K: path("M15-21V0M12-18H18", "none", { stroke: LINE, "stroke-width": 1.6 }),
  Q: path("M15-9Q12-13 15-16Q18-13 15-9ZM15-9V0", "#b3202a"),
  J: path("M15-22V0M13-20 15-25 17-20Z", GOLD),
};

function half(rank, robe) {
  const hair = rank === "Q" ? "#8a5a22" : rank === "K" ? "#6d6257" : "#a8702a";
  return svg(
    "g",
    {},
    path("M-12 0Q-12-7-4-7L2-3L8-7Q16-7 16 0Z", robe),
    path("M-2-6 2-2 6-6 5 0H-1Z", GOLD),
    ...HEADS[rank](hair).map((part) => part),
    svg("circle", { cx: 0.4, cy: -14.5, r: 0.8, fill: LINE }),
    svg("circle", { cx: 3.8, cy: -14.5, r: 0.8, fill: LINE }),
    HANDS[rank].cloneNode(true),
  );
}

export function court(rank, letter, colour) {
  const robe = "dh".includes(letter) ? "#b3202a" : "#1f3f6b";
  const upper = half(rank, robe);
  const lower = upper.cloneNode(true);
  lower.setAttribute("transform", "rotate(180 2.5 0)");
  const frame = {
    x: -12.5,
    y: -35,
    width: 33,
    height: 70,
    rx: 3,
    fill: "#fbf3dd",
    stroke: colour,
    "stroke-opacity": 0.5,
  };
  return svg(
    "g",
    {},
    svg("rect", frame),
    upper,
    lower,
    suit(letter, -7, -29, 8, colour),
    suit(letter, 14.5, 29, 8, colour, true),
  );
}
