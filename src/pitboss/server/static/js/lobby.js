// The lobby: the games, the open tables, and tables with rules of your own.
import { go } from "./main.js";
import { ask, complain, el } from "./words.js";

export async function showLobby(view) {
  document.title = "pitboss";
  const games = await ask("GET", "/api/games");
  const tables = el("section", { class: "tables", "aria-label": "Open tables" });
  view.replaceChildren(el("div", { class: "lobby" },
    el("header", {}, el("h1", {}, "Pick a table"), el("p", {}, "Dealt as the rule sheets say, with play money. Every deck is sealed before you bet and can be checked when the round is over.")),
    el("ul", { class: "games" }, ...games.map(gameCard)), tables));
  const refresh = async () => listTables(tables, await ask("GET", "/api/tables").catch(() => []));
  await refresh();
  let known = games.every((game) => game.edge_known);
  const timer = setInterval(async () => {
    if (document.hidden) return;
    refresh();
    if (!known) known = await showEdges(view);
  }, 4000);
  return () => clearInterval(timer);
}

const edgeWords = (game) => game.edge_words || (game.edge_known ? "" : "Working out the house edge…");

// Edges take a while on the first day of a house: they come in as they are found.
async function showEdges(view) {
  const games = await ask("GET", "/api/games").catch(() => []);
  for (const game of games) view.querySelector(`[data-edge="${game.name}"]`)?.replaceChildren(edgeWords(game));
  return games.length > 0 && games.every((game) => game.edge_known);
}

function gameCard(game) {
  const play = el("button", { class: "button first", type: "button", onclick: () => open({ game: game.name, bots: Math.min(2, game.seats - 1) }) }, "Play");
  play.setAttribute("aria-label", `Play ${game.title}`);
  const own = el("button", { class: "button plain", type: "button", onclick: () => houseRules(game) }, "House rules…");
  own.setAttribute("aria-label", `Open a table of ${game.title} with house rules`);
  return el("li", { class: "game" },
    el("img", { src: `/api/games/${game.name}/layout`, alt: `The layout of ${game.title}`, width: 1600, height: 740, loading: "lazy" }),
    el("div", { class: "about" }, el("h2", {}, game.title), el("p", {}, game.sentence),
      el("p", { class: "edge", "data-edge": game.name }, edgeWords(game)),
      el("div", { class: "row" }, play, own)));
}

async function open(wanted) {
  try {
    const table = await ask("POST", "/api/tables", wanted);
    go(`/table/${table.id}`);
  } catch (fault) { complain(fault.message); throw fault; }
}

function listTables(box, tables) {
  if (!tables.length) { box.replaceChildren(); return; }
  box.replaceChildren(el("h2", {}, "Open tables"), el("ul", {}, ...tables.map((table) => {
    const people = table.people.length ? table.people.join(", ") : "nobody yet";
    const own = Object.keys(table.changed).length ? " · house rules" : "";
    return el("li", {}, el("strong", {}, table.title), el("span", {}, `${people} · ${table.free.length} of ${table.seats} seats free${own}`),
      el("a", { class: "button", href: `/table/${table.id}` }, table.yours ? "Back to your seat" : table.free.length ? "Join" : "Watch"));
  })));
}

async function houseRules(game) {
  const text = await (await fetch(`/api/games/${game.name}/rules`)).text();
  const area = el("textarea", { name: "rules", spellcheck: "false", "aria-label": "House rules in TOML" });
  area.value = text;
  const fault = el("p", { class: "fault", role: "alert" });
  const bots = el("input", { type: "number", name: "bots", min: 0, max: game.seats - 1, value: Math.min(2, game.seats - 1) });
  const bets = el("input", { type: "number", min: 3, max: 3600, value: 45 });
  const offers = el("input", { type: "number", min: 3, max: 3600, value: 30 });
  const hidden = el("input", { type: "checkbox" });
  const file = el("input", { type: "file", accept: ".toml,text/plain", "aria-label": "Load a rules file", onchange: async () => { if (file.files[0]) area.value = await file.files[0].text(); check(); } });
  const check = async () => {
    try { await ask("POST", "/api/rules/check", { game: game.name, rules: area.value }); fault.textContent = ""; return true; }
    catch (wrong) { fault.textContent = wrong.message; return false; }
  };
  let waiting;
  area.addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(check, 400); });
  const dialog = el("dialog", { "aria-label": `House rules of ${game.title}` }, el("form", { onsubmit: async (event) => {
    event.preventDefault();
    if (!(await check())) return;
    try {
      await open({ game: game.name, rules: area.value, bots: Number(bots.value), bets_clock: Number(bets.value), offers_clock: Number(offers.value), private: hidden.checked });
      dialog.close();
    } catch (wrong) { fault.textContent = wrong.message; }
  } },
  el("h2", {}, `${game.title} by your rules`), area, fault, file,
  el("div", { class: "fields" }, el("label", {}, "Bots", bots), el("label", {}, "Seconds to bet", bets), el("label", {}, "Seconds to answer", offers)),
  el("label", { class: "row" }, hidden, "Private: only who has the address finds it"),
  el("div", { class: "row end" }, el("button", { class: "button", type: "button", onclick: () => dialog.close() }, "Cancel"), el("button", { class: "button first" }, "Open the table"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
