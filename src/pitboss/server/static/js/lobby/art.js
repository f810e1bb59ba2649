// The picture of a game: a crop of its felt with two cards and some chips, without a word on it.
import { art } from "../felt/board/pieces.js";
import { svg } from "../words.js";

const WIDE = 320;
const HIGH = 150;
const FIELD = { left: 186, right: 306, top: 12, bottom: 138 };
const LARGEST_RING = 40;

export function gameArt(game) {
	const picture = svg("svg", {
		class: "art",
		viewBox: `0 0 ${WIDE} ${HIGH}`,
		preserveAspectRatio: "xMidYMid slice",
		"aria-hidden": "true",
	});
	picture.append(arc(128, 0.5), arc(30, 0.22), field(game.spots), ...game.cards.slice(0, 2).map(dealt));
	return picture;
}

const arc = (y, strength) =>
	svg("path", { class: "line", d: `M-20 ${y}Q160 ${y + 48} 340 ${y}`, "stroke-opacity": strength });

const sprite = (name, x, y, wide, high) => art(name, { x, y, width: wide, height: high, class: "" });

function dealt(card, place) {
	const name = card === "??" ? "c-back" : `c-${card}`;
	const at = place ? "translate(72 24) rotate(7 50 70)" : "translate(26 20) rotate(-9 50 70)";
	return svg("g", { transform: at }, sprite(name, 0, 0, 92, 129));
}

// The game's own betting spots, as large as they fit, with chips on two of them.
function field(spots) {
	const node = svg("g");
	if (!spots.length) return node;
	const half = (spot) => (spot.w ? [spot.w / 2, spot.h / 2] : [spot.r, spot.r]);
	const left = Math.min(...spots.map((spot) => spot.x - half(spot)[0]));
	const right = Math.max(...spots.map((spot) => spot.x + half(spot)[0]));
	const top = Math.min(...spots.map((spot) => spot.y - half(spot)[1]));
	const bottom = Math.max(...spots.map((spot) => spot.y + half(spot)[1]));
	const largest = LARGEST_RING / Math.max(...spots.map((spot) => (spot.w ? 0 : spot.r)), 1);
	const wide = (FIELD.right - FIELD.left) / (right - left);
	const high = (FIELD.bottom - FIELD.top) / (bottom - top);
	const scale = Math.min(Math.max(wide, high * 0.7), largest, high);
	const x = (FIELD.left + FIELD.right) / 2 - ((left + right) / 2) * scale;
	const y = (FIELD.top + FIELD.bottom) / 2 - ((top + bottom) / 2) * scale;
	node.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(3)})`);
	node.append(...spots.map(ring));
	const isSeen = (spot) => spot.x * scale + x > FIELD.left && spot.x * scale + x < FIELD.right;
	const seen = spots.filter(isSeen);
	const main = seen.find((spot) => spot.main) ?? seen[0] ?? spots[0];
	const other = seen.find((spot) => spot !== main);
	const large = 40 / Math.max(scale, 0.8);
	for (const lift of [0, 5, 10]) node.append(chip("chip-25", main, large, lift / Math.max(scale, 0.8)));
	if (other) node.append(chip("chip-5", other, large * 0.8, 0));
	return node;
}

const chip = (name, { x, y }, size, lift) => sprite(name, x - size / 2, y - size / 2 - lift, size, size);

function ring({ x, y, r, w, h, main, fill }) {
	const about = { class: `ring${main ? " main" : ""}`, fill: fill || null };
	if (w) return svg("rect", { ...about, x: x - w / 2, y: y - h / 2, width: w, height: h, rx: 8 });
	return svg("circle", { ...about, cx: x, cy: y, r });
}
