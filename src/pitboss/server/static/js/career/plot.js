// Net and expected net by round, with the band in which luck keeps two of three players.
import { figure, number, plot, ticks } from "../figures/plot.js";
import { el, money } from "../words.js";

const MOST = 400; // points that a line this wide can show
const LEGEND = [
	["net", "your net"],
	["expected", "expected net"],
	["band-inner", "two of three players"],
];

export function netChart({ lines, net, expected }) {
	const points = thinned(sums(lines));
	const known = points.filter((point) => point.isKnown);
	const line = (of, list = known) => list.map((point) => [point.round, of(point)]);
	const bands = [line(({ mean, sd }) => mean - sd), line(({ mean, sd }) => mean + sd)];
	const values = [0, ...points.map((point) => point.net), ...bands.flat().map(([, value]) => value)];
	const [low, high] = [Math.min(...values), Math.max(...values)];
	const room = (high - low || 100) * 0.06;
	const rounds = Math.max(lines.length, 1);
	const draw = (width) =>
		plot(width, {
			x: {
				ends: [0, rounds],
				at: ticks(0, rounds).filter(Number.isInteger),
				label: "rounds",
				format: (each) => number(each, 0),
			},
			y: { ends: [low - room, high + room], format: (cents) => money(Math.round(cents)) },
			layers: [
				{ kind: "band", of: "inner", low: bands[0], high: bands[1] },
				{ kind: "line", of: "expected", points: line(({ mean }) => mean) },
				{ kind: "line", of: "net", points: line((point) => point.net, points) },
			],
		});
	const hoped = expected == null ? "" : `; expected ${money(Math.round(expected))}`;
	return figure(el("h2", {}, "Net by round"), "", `Net by round, now ${money(net)}${hoped}.`, draw, LEGEND);
}

function sums(lines) {
	const points = [{ round: 0, net: 0, mean: 0, sd: 0, isKnown: true }];
	let [net, mean, variance, isKnown] = [0, 0, 0, true];
	lines.forEach((line, n) => {
		net += line.net;
		mean += line.expected ?? 0;
		variance += (line.sd ?? 0) ** 2;
		isKnown &&= line.expected != null;
		points.push({ round: n + 1, net, mean, sd: Math.sqrt(variance), isKnown });
	});
	return points;
}

function thinned(points) {
	const step = Math.ceil(points.length / MOST);
	return points.filter((_, n) => n % step === 0 || n === points.length - 1);
}
