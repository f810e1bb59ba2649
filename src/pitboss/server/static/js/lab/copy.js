// Every answer can be copied: as a table, as data, as a link, as a line of Python and as a command.
import { button, el } from "../words.js";

const PYTHON = { odds: "odds", slopes: "slopes", tune: "tune", risk: "risk", protect: "protect" };
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

export function pythonOf(kind, game, changed, wanted) {
  const rules = settingsOf(changed).length
    ? `pb.rules(${JSON.stringify(game)}, **${pythonValue(changed)})`
    : JSON.stringify(game);
  const more = Object.entries(wanted).filter(([, value]) => value);
  const said = more.map(([name, value]) => `${name}=${/^\d+$/.test(value) ? value : JSON.stringify(value)}`);
  return `pb.${PYTHON[kind]}(${[rules, ...said].join(", ")})`;
}

const pythonValue = (data) =>
  JSON.stringify(data).replaceAll(":true", ":True").replaceAll(":false", ":False").replaceAll(":null", ":None");

export function copyRow(kind, found, lab, wanted = {}) {
  const said = el("span", { role: "status", class: "note" });
  const copy = (words, text) =>
    button(words, {
      class: "button small",
      onclick: async () => {
        await navigator.clipboard.writeText(text());
        said.textContent = `${words} copied.`;
      },
    });
  return el(
    "div",
    { class: "row copy", role: "group", "aria-label": "Copy this answer" },
    copy("CSV", () => csvOf(found)),
    copy("JSON", () => JSON.stringify(found)),
    copy("Link", () => location.href),
    copy("Python", () => pythonOf(kind, lab.game.name, lab.changed(), wanted)),
    copy("Command", () => commandOf(kind, lab.game.name, lab.changed(), wanted)),
    said,
  );
}
