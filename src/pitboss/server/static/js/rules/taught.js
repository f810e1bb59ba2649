// The rules of a lesson: the sheet's own, those of a table of this server, or a rules file.
import { toToml } from "./toml.js";
import { keep, setting } from "../settings.js";
import { ask, button, el } from "../words.js";

const name = (game) => `school-rules-${game}`;

export const rulesOf = (game) => setting(name(game), "");

export function houseRules(game, chosen) {
	const fault = el("p", { class: "fault", role: "alert" });
	const choose = async (text) => {
		try {
			const { changed } = await ask("POST", "/api/rules/check", { game: game.name, rules: text });
			keep(name(game.name), toToml(changed));
			chosen();
		} catch (wrong) {
			fault.textContent = wrong.message;
		}
	};
	const rules = rulesOf(game.name);
	const tables = el("span", { class: "tables" });
	const file = el("input", {
		type: "file",
		accept: ".toml,text/plain",
		"aria-label": `A rules file for ${game.title}`,
		onchange: async () => file.files[0] && choose(await file.files[0].text()),
	});
	const back = button("Official rules", { class: "button", "data-key": "sheet", onclick: () => choose("") });
	const open = el(
		"details",
		{ class: "house", ontoggle: () => open.open && !tables.childElementCount && offer(game, tables, choose, fault) },
		el("summary", {}, rules ? "Rules: house rules" : "Rules: official"),
		rules ? el("pre", { tabindex: 0 }, rules) : null,
		el("p", { class: "row" }, rules ? back : null, tables, el("label", {}, "A rules file ", file)),
		fault,
	);
	return open;
}

// Tables of this game with their own rules.
async function offer(game, place, choose, fault) {
	try {
		const { tables } = await ask("GET", "/api/lobby");
		const own = tables.filter((table) => table.game === game.name && Object.keys(table.changed).length);
		const ways = own.map((table) =>
			button(`Same as table ${table.id}`, { class: "button", onclick: () => choose(toToml(table.changed)) }),
		);
		place.replaceChildren(...(ways.length ? ways : [el("span", {}, "No open table has its own rules.")]));
	} catch (wrong) {
		fault.textContent = wrong.message;
	}
}
