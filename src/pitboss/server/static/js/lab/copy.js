// Every answer can be copied: as a table, as data, as a link, as a line of Python and as a command.
import { button, copyText, el } from "../words.js";

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;

export const csvOf = ({ tables }) =>
	tables
		.map(({ columns, rows }) =>
			[columns, ...rows]
				.map((row) => row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(","))
				.join("\n"),
		)
		.join("\n\n");

// The rules and parameters of the question as settings, in the words of `--set`.
function settingsOf(changed) {
	return Object.entries(changed).flatMap(([name, value]) =>
		value && typeof value === "object" && !Array.isArray(value)
			? Object.entries(value).map(([line, pays]) => [`${name}.${line}`, [pays].flat().join(" ")])
			: [[name, String(value)]],
	);
}

export function commandOf(kind, game, changed, wanted) {
	const words = kind === "slopes" ? ["odds", game, "--slopes"] : [kind, game];
	for (const [name, value] of Object.entries(wanted)) if (value) words.push(`--${name}`, quoted(String(value)));
	for (const [name, value] of settingsOf(changed)) words.push("--set", quoted(`${name}=${value}`));
	return `pitboss ${words.join(" ")}`;
}

const pythonValue = (data) =>
	JSON.stringify(data).replaceAll(":true", ":True").replaceAll(":false", ":False").replaceAll(":null", ":None");

export function pythonOf(kind, game, changed, wanted) {
	const rules = settingsOf(changed).length
		? `pb.rules(${JSON.stringify(game)}, **${pythonValue(changed)})`
		: JSON.stringify(game);
	const more = Object.entries(wanted).filter(
		([, value]) => value && (typeof value !== "object" || Object.keys(value).length),
	);
	const said = more.map(([name, value]) => `${name}=${/^\d+$/.test(value) ? value : pythonValue(value)}`);
	return `pb.${kind}(${[rules, ...said].join(", ")})`;
}

// The buttons under an answer. `lines` are the Python line and the command, if they are not those of its kind.
export function copyRow(kind, found, lab, wanted = {}, lines = {}) {
	const said = el("span", { role: "status", class: "note" });
	const copy = (words, text) =>
		button(words, {
			class: "button",
			onclick: async () => {
				said.textContent = (await copyText(text())) ? `${words} copied.` : "Not copied.";
			},
		});
	const ask = [kind, lab.game.name, lab.changed(), wanted];
	return el(
		"div",
		{ class: "row copy", role: "group", "aria-label": "Copy this answer" },
		el("span", { class: "note" }, "Copy as"),
		copy("CSV", () => csvOf(found)),
		copy("JSON", () => JSON.stringify(found)),
		copy("Link", () => location.href),
		copy("Python", () => lines.python ?? pythonOf(...ask)),
		copy("Command", () => lines.command ?? commandOf(...ask)),
		said,
	);
}
