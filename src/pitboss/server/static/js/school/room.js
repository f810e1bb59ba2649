// The school: pick a game, then deal it yourself, practise a skill, or sit the table test.
import { ask, button, capital, el } from "../words.js";
import { classes } from "./class.js";
import { houseRules, rulesOf } from "./house.js";
import { at, dealAt, LEVELS, lessonAt, nextLevel } from "./levels.js";
import { motionsDue, questionsDue } from "./standing.js";

export async function showSchool(view) {
  document.title = "School · pitboss";
  const games = await ask("GET", "/api/school/games");
  const words =
    "You are the dealer at a table of bots. Choose each motion, make the call, build each payout in chips: " +
    "what is wrong is told at once, with the clause and what it would cost.";
  const header = el("header", {}, el("h1", {}, "The school"), el("p", {}, words), ...today(games), firstSteps(games));
  const list = el("ul", { class: "lessons" }, ...games.map((game) => gameItem(game)));
  const levels = el(
    "dl",
    { class: "levels" },
    ...LEVELS.flatMap(([, name, about]) => [el("dt", {}, name), el("dd", {}, about)]),
  );
  const rest = [el("h2", {}, "The levels"), levels, el("h2", {}, "For trainers"), trainers(games)];
  view.replaceChildren(el("div", { class: "school" }, header, list, ...rest));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

function today(games) {
  const [due, practise] = waiting(games, "due");
  const [motions, deal] = waiting(games, "motions_due");
  if (!due && !motions)
    return [el("p", { class: "today" }, "Nothing is due today. What you practise comes again before you forget it.")];
  const line = (words, href, key, does) =>
    el("p", { class: "today" }, el("b", {}, words), el("a", { class: "button first", href, "data-key": key }, does));
  return [
    due ? line(questionsDue(due), `/school/${practise.name}/quiz`, "due", "Practise what is due") : null,
    motions ? line(motionsDue(motions), dealAt(deal.name), "deal", "Deal a round") : null,
  ];
}

// How much of it there is in all games, and the game that has the most.
const waiting = (games, what) => [
  games.reduce((sum, game) => sum + game[what], 0),
  [...games].sort((one, two) => two[what] - one[what])[0],
];

// What to do, in order, until one is ready for a table test.
function firstSteps(games) {
  if (games.some((game) => game.ready)) return null;
  const steps = [
    "Choose a game below, read how it is played, and watch one round: each motion is explained.",
    "Deal one yourself, guided: the hint names the clause and what ends the motion.",
    "Deal alone, without hints, and answer a few questions of each skill.",
    "Behind each motion stands where it is written: in the game's sheet, or in a ruling such as C-10.",
  ];
  return el("ol", { class: "steps" }, ...steps.map((step) => el("li", {}, step)));
}

// Chosen rules are in every link of the game.
function gameItem(game) {
  const item = el("li", { id: game.name });
  const draw = () => item.replaceChildren(...gameRows(game, rulesOf(game.name), houseRules(game, draw)));
  draw();
  return item;
}

function gameRows(game, rules, house) {
  const stands = game.asked ? standsAt(game) : "";
  const next = nextLevel(game);
  const deal = LEVELS.map(([level, name], place) =>
    el(
      "a",
      {
        class: `button${place === next ? " first" : " plain"}`,
        href: lessonAt(game.name, level, rules, game.first_rounds),
        "aria-label": `${name}: ${game.title}`,
      },
      name,
    ),
  );
  const skills = game.skills.map(({ name, meaning }) =>
    el(
      "a",
      {
        class: "button plain",
        href: at(`${game.name}/quiz`, { skill: name }, rules),
        "aria-label": `${name}: ${game.title}`,
        title: meaning,
      },
      capital(name),
    ),
  );
  const more = [game.has_procedure && ["test", "Table test"], ["progress", "Your progress"]].filter(Boolean);
  const links = more.map(([room, words]) =>
    el(
      "a",
      { class: "button plain", href: at(`${game.name}/${room}`, {}, rules), "aria-label": `${words}: ${game.title}` },
      words,
    ),
  );
  return [
    el("h2", {}, game.title),
    el("p", {}, game.sentence, " ", guideTo(game, rules)),
    game.missing ? el("p", { class: "missing" }, `${game.missing}.`) : row("Deal it yourself", deal),
    row("Questions", skills),
    row(stands || "How it goes", links),
    row("Rules", [house]),
  ];
}

const standsAt = ({ right, asked, due, motions_due: motions }) =>
  [`${right} of ${asked} right`, questionsDue(due), motions && motionsDue(motions)].filter(Boolean).join(", ");

const guideTo = (game, rules) =>
  button("How to play", {
    class: "bare",
    "data-key": `guide-${game.name}`,
    "aria-label": `How to play ${game.title}`,
    onclick: async () => (await import("../table/guide.js")).showGameGuide(game, rules),
  });

const row = (words, links) => el("div", { class: "row" }, el("span", { class: "what" }, words), ...links);

// A paper is checked here as `pitboss drill --check` checks it.
function trainers(games) {
  const result = el("p", { class: "checked", role: "status" });
  const file = el("input", { type: "file", accept: ".html,text/html", id: "paper" });
  file.addEventListener("change", async () => {
    if (!file.files.length) return;
    try {
      const { words } = await ask("POST", "/api/school/check", { paper: await file.files[0].text() });
      result.className = "checked good";
      result.textContent = words;
    } catch (fault) {
      result.className = "checked bad";
      result.textContent = `${capital(fault.message)}.`;
    }
    file.value = "";
  });
  const check = el("p", {}, el("label", { for: "paper" }, "Check the paper of a table test: "), file);
  const take = el(
    "a",
    { class: "button plain", href: "/api/school/export", download: "practice.json" },
    "Take your practice along",
  );
  const procedure = games.some((game) => game.has_procedure);
  return el("div", {}, classes(), procedure ? check : null, result, el("p", {}, take));
}
