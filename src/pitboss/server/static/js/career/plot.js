// Net and expected net by round, with the band in which luck keeps two of three players.
import { money, svg } from "../words.js";

const WIDE = innerWidth < 600 ? 380 : 640, // so that its print stays readable on a phone
  HIGH = 240,
  LEFT = 64,
  RIGHT = 14,
  TOP = 14,
  BOTTOM = 30;
const MOST = 400; // points that a line this wide can show

export function plot({ lines, net, expected }) {
  const points = thinned(sums(lines));
  const values = points.flatMap(({ net, mean, sd }) => [net, mean, mean + sd, mean - sd]);
  const low = Math.min(0, ...values),
    high = Math.max(0, ...values),
    span = high - low || 1;
  const x = (n) => LEFT + (n / Math.max(lines.length, 1)) * (WIDE - LEFT - RIGHT);
  const y = (value) => TOP + ((high - value) / span) * (HIGH - TOP - BOTTOM);
  const path = (of, list = points) =>
    list.map((point, n) => `${n ? "L" : "M"}${x(point.round).toFixed(1)} ${y(of(point)).toFixed(1)}`).join("");
  const known = points.filter((point) => point.known);
  const below = path((p) => p.mean - p.sd, [...known].reverse()).replace("M", "L");
  const band = `${path((p) => p.mean + p.sd, known)}${below}Z`;
  const hoped = expected == null ? "" : `; expected net, now ${money(Math.round(expected))}`;
  const words = `Net by round, now ${money(net)}${hoped}; from ${money(low)} to ${money(high)}.`;
  const picture = svg("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": words, class: "plot" });
  for (const value of ticks(low, high)) {
    picture.append(
      svg("path", { d: `M${LEFT} ${y(value)}H${WIDE - RIGHT}`, class: value === 0 ? "zero" : "grid" }),
      text(money(value), LEFT - 8, y(value) + 4, "end"),
    );
  }
  picture.append(
    svg("path", { d: band, class: "band" }),
    svg("path", { d: path((p) => p.mean, known), class: "mean" }),
    svg("path", { d: path((p) => p.net), class: "net" }),
    text(`round ${lines.length}`, WIDE - RIGHT, HIGH - 10, "end"),
    ...legend(),
  );
  return picture;
}

function sums(lines) {
  const points = [{ round: 0, net: 0, mean: 0, sd: 0, known: true }];
  let net = 0,
    mean = 0,
    variance = 0,
    known = true;
  lines.forEach((line, n) => {
    net += line.net;
    mean += line.expected ?? 0;
    variance += (line.sd ?? 0) ** 2;
    known &&= line.expected != null;
    points.push({ round: n + 1, net, mean, sd: Math.sqrt(variance), known });
  });
  return points;
}

function thinned(points) {
  const step = Math.ceil(points.length / MOST);
  return points.filter((_, n) => n % step === 0 || n === points.length - 1);
}

// Round amounts that cut the height into three to six.
function ticks(low, high) {
  const rough = (high - low || 1) / 4,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough);
  const list = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step) list.push(Math.round(value));
  return list;
}

const text = (words, x, y, anchor = "start") => {
  const node = svg("text", { x, y, "text-anchor": anchor });
  node.textContent = words;
  return node;
};

const legend = () =>
  [
    ["net", "net", 90],
    ["mean", "expected net, ± 1 sd", 150],
  ].flatMap(([kind, words, at]) => [
    svg("path", { d: `M${at + 20} ${HIGH - 14}h26`, class: kind }),
    text(words, at + 52, HIGH - 10),
  ]);
