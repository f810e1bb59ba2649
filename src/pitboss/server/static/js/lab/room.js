// The lab: pick a game and change its rules.
import { ask, el } from "../words.js";

export async function showLab(view) {
  document.title = "Lab · pitboss";
  const games = await ask("GET", "/api/games");
  const words =
    "Change a line of a pay table, an option, a way of playing: every edge is counted anew, exactly, while you look. " +
    "Search every pay table with a given edge, see what a month may bring, and whether it can be beaten.";
  const row = (game) =>
    el(
      "li",
      {},
      el("h2", {}, el("a", { href: `/lab/${game.name}` }, game.title)),
      el("p", {}, game.sentence),
      game.edge_words ? el("p", { class: "quiet" }, game.edge_words) : null,
    );
  view.replaceChildren(
    el(
      "div",
      { class: "lab-room" },
      el("header", {}, el("h1", {}, "What if…?"), el("p", {}, words)),
      el("ul", { class: "labs" }, ...games.map(row)),
    ),
  );
}
