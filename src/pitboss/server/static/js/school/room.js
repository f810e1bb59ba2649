// The school: pick a game and how much help you want, then deal a round yourself.
import { ask, el } from "../words.js";

export const LEVELS = [
  ["watch", "Watch", "The dealer deals and explains each motion; you go on when you have read it."],
  ["guided", "Guided", "You choose each motion, with the clause as a hint."],
  ["alone", "Alone", "No hints. A mistake is told at once, and you try again."],
  ["clock", "Against the clock", "As alone, and every answer has a time."],
  ["act-up", "A rough table", "Players bet late, over the limit, and touch their hands."],
];

const NUMBERS = 1_000_000;

export const lessonAt = (game, level, seed = Math.floor(Math.random() * NUMBERS)) =>
  `/school/${game}?level=${level}&seed=${seed}`;

export async function showSchool(view) {
  document.title = "School · pitboss";
  const games = await ask("GET", "/api/games");
  const words =
    "You are the dealer at a table of bots. Choose each motion, make the call, build each payout in chips: " +
    "what is wrong is told at once, with the clause and what it would cost.";
  const header = el("header", {}, el("h1", {}, "Deal it yourself"), el("p", {}, words));
  const list = el("ul", { class: "lessons" }, ...games.map(gameRow));
  const levels = el(
    "dl",
    { class: "levels" },
    ...LEVELS.flatMap(([, name, about]) => [el("dt", {}, name), el("dd", {}, about)]),
  );
  view.replaceChildren(el("div", { class: "school" }, header, list, el("h2", {}, "The levels"), levels));
}

function gameRow(game) {
  const ways = LEVELS.map(([level, name], place) =>
    el(
      "a",
      {
        class: `button${place === 1 ? " first" : " plain"}`,
        href: lessonAt(game.name, level),
        "aria-label": `${name}: ${game.title}`,
      },
      name,
    ),
  );
  return el("li", {}, el("h2", {}, game.title), el("p", {}, game.sentence), el("div", { class: "row" }, ...ways));
}
