// How to play: the game in a few lines, its bets, its pay tables, this house's rules, and the order of a round.
import { ask, el, money } from "../words.js";

const guides = new Map();
const AGAIN_MS = 2000;

// The server's guide to a table's game, requested again until the edges are known.
export const guideTo = (table) => guideAt(`/api/tables/${table}/guide`);

async function guideAt(address) {
	const known = guides.get(address);
	if (known?.edge_known) return known;
	const found = await ask("GET", address);
	guides.set(address, found);
	return found;
}

export const percent = (share) => `${(share * 100).toFixed(2)}%`;

// The guide to a game under the sheet's rules or house rules, refreshed until its edges are known.
export async function gameGuide(name, rules) {
	const node = el("div", { class: "guide panel padded" });
	const fill = async () => {
		const guide = await guideAt(`/api/games/${name}/guide${rules ? `?${new URLSearchParams({ rules })}` : ""}`);
		node.replaceChildren(el("h2", {}, "How to play"), ...rulesChapters(guide, null));
		if (!guide.edge_known) setTimeout(() => node.isConnected && fill(), AGAIN_MS);
	};
	await fill();
	return node;
}

const list = (kind, lines) => el(kind, {}, ...lines.map((line) => el("li", {}, line)));

export const rulesChapters = (guide, papers) => {
	const house = guide.edge_words || (guide.edge_known ? "" : "Computing the house edge…");
	return [
		list("ul", guide.how),
		house ? el("p", { class: "edge" }, house) : null,
		...(guide.changed.length ? [el("h3", {}, "This house's own rules"), differences(guide.changed)] : []),
		el("h3", {}, "The bets"),
		bets(guide),
		...guide.tables.flatMap((table) => [el("h3", {}, `${table.title} pays`), payTable(table)]),
		el("h3", {}, "A round"),
		list("ol", guide.order),
		papers ? el("h3", {}, "Documents for these rules") : null,
		papers,
	].filter(Boolean);
};

const differences = (changed) =>
	el(
		"ul",
		{ class: "changed" },
		...changed.map(({ value, sheet, meaning, ruling }) =>
			el("li", { title: ruling }, meaning, " ", el("b", {}, `Here: ${value}.`), ` On the sheet: ${sheet}.`),
		),
	);

// Parts have labels of their own, because phones show lines instead of a table.
function table(name, heads, lines, kind = "") {
	const cell = (words, n) =>
		n ? el("td", { role: "cell", "data-head": heads[n] }, words) : el("th", { scope: "row", role: "rowheader" }, words);
	const row = (cells) => el("tr", { role: "row" }, ...cells);
	const top = row(heads.map((head) => el("th", { scope: "col", role: "columnheader" }, head)));
	const rows = lines.map((line) => row(line.map(cell)));
	const whole = el(
		"table",
		{ role: "table" },
		el("caption", { class: "sr" }, name),
		el("thead", { role: "rowgroup" }, top),
		el("tbody", { role: "rowgroup" }, ...rows),
	);
	return el("div", { class: `scroll ${kind}`, tabindex: 0, role: "region", "aria-label": name }, whole);
}

const bets = (guide) =>
	table(
		"The bets",
		["Bet", "Wins if", "Pays", "Limits", "House edge"],
		guide.bets.map((bet) => [bet.title, bet.meaning, bet.pays, limits(bet), edge(bet, guide.edge_known)]),
		"bets",
	);

export const limits = ({ least, most }) => `${money(least)} to ${money(most)}`;
export const edge = (bet, known) => (bet.edge == null ? (known ? "–" : "…") : percent(bet.edge));

const payTable = ({ title, columns, lines }) => table(title, ["Line", ...columns], lines);
