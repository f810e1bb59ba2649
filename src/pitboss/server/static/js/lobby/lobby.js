// The lobby: the games, the open tables, and tables with rules of your own.
import { showMe } from "../me.js";
import { ask, button, complain, el } from "../words.js";

const AGAIN = 4000;

export async function showLobby(view, go) {
  document.title = "pitboss";
  const open = opener(go);
  const { me, games, tables } = await ask("GET", "/api/lobby");
  showMe(me);
  const list = el("section", { class: "tables", "aria-label": "Open tables" });
  const welcome =
    "Dealt as the rule sheets say, with play money. Every deck is sealed before you bet " +
    "and can be checked when the round is over.";
  const header = el("header", {}, el("h1", {}, "Pick a table"), el("p", {}, welcome));
  const career = el(
    "p",
    { class: "more" },
    el("a", { href: "/career" }, "Your career: what you won, by game and by day"),
  );
  const cards = el("ul", { class: "games" }, ...games.map((game) => gameCard(game, open)));
  view.replaceChildren(el("div", { class: "lobby" }, header, cards, list, career));
  listTables(list, tables);
  const timer = setInterval(() => refresh(view, list), AGAIN);
  return () => clearInterval(timer);
}

// Tables come and go, and edges take a while on the first day of a house: both are shown as they are found.
async function refresh(view, list) {
  if (document.hidden) return;
  const { games, tables } = await ask("GET", "/api/lobby?pictures=false").catch(() => ({ games: [], tables: null }));
  if (tables) listTables(list, tables);
  for (const game of games) view.querySelector(`[data-edge="${game.name}"]`)?.replaceChildren(edgeWords(game));
}

const edgeWords = (game) => game.edge_words || (game.edge_known ? "" : "Working out the house edge…");

function gameCard(game, open) {
  const begin = () => open({ game: game.name, bots: Math.min(2, game.seats - 1), clock_alone: false }).catch(() => {});
  const play = button("Play", { class: "button first", "aria-label": `Play ${game.title}`, onclick: begin });
  const own = button("House rules…", {
    class: "button plain",
    "aria-label": `House rules… of ${game.title}`,
    onclick: () => houseRules(game, open),
  });
  const papers = button("Papers…", {
    class: "button plain",
    "aria-label": `Papers… of ${game.title}`,
    onclick: () => gamePapers(game),
  });
  const picture = {
    src: `data:image/svg+xml,${encodeURIComponent(game.picture)}`,
    alt: `The layout of ${game.title}`,
    width: 1000,
    height: 460,
  };
  const edge = el("p", { class: "edge", "data-edge": game.name }, edgeWords(game));
  const about = el(
    "div",
    { class: "about" },
    el("h2", {}, game.title),
    el("p", {}, game.sentence),
    edge,
    el("div", { class: "row" }, play, own, papers),
  );
  return el("li", { class: "game" }, el("img", picture), about);
}

async function houseRules(game, open) {
  const { showRules } = await import("./rules.js");
  showRules(game, open);
}

async function gamePapers(game) {
  const { showPapers } = await import("./documents.js");
  showPapers(game);
}

const opener = (go) => async (wanted) => {
  try {
    const table = await ask("POST", "/api/tables", wanted);
    go(`/table/${table.id}?play`);
  } catch (fault) {
    complain(fault.message);
    throw fault;
  }
};

function listTables(box, tables) {
  if (!tables.length) {
    box.replaceChildren();
    return;
  }
  const focus = document.activeElement?.dataset?.key;
  box.replaceChildren(el("h2", {}, "Open tables"), el("ul", {}, ...tables.map(row)));
  if (focus) box.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
}

function row(table) {
  const people = table.people.length ? table.people.join(", ") : "nobody yet";
  const own = Object.keys(table.changed).length ? " · house rules" : "";
  const free = table.free.length;
  const words = table.yours ? "Back to your seat" : free ? "Join" : "Watch";
  const name = `${words}: ${table.title}, ${people}`;
  const way = el(
    "a",
    { class: "button", href: `/table/${table.id}`, "aria-label": name, "data-key": `table-${table.id}` },
    words,
  );
  const state = el("span", {}, `${people} · ${free} of ${table.seats} seats free${own}`);
  return el("li", {}, el("strong", {}, table.title), state, way);
}
