// The school: pick a game, then deal it yourself, practise a skill, or sit the table test.
import { ask, button, capital, el } from "../words.js";
import { classes } from "./class.js";
import { houseRules, rulesOf } from "./house.js";
import { at, dealAt, LEVELS, lessonAt, nextLevel } from "./levels.js";
import { motionsDue, questionsDue } from "./standing.js";

export async function showSchool(view) {
  document.title = "School · pitboss";
  const games = await ask("GET", "/api/school/games");
  const words = "You are the dealer at a table of bots. What is wrong is told at once, and why.";
  const top = [el("h1", {}, "The school"), el("p", {}, words), firstSteps(games), chooser(games), ...today(games)];
  const list = el("ul", { class: "lessons" }, ...games.map((game) => gameItem(game)));
  const rest = [el("h2", {}, "For trainers"), trainers(games)];
  view.replaceChildren(el("div", { class: "school" }, el("header", {}, ...top.filter(Boolean)), list, ...rest));
  document.getElementById(location.hash.slice(1))?.scrollIntoView();
}

// Every game is one press away, however many there are.
function chooser(games) {
  const way = ({ name, title }) => {
    const show = (event) => {
      event.preventDefault();
      history.replaceState(null, "", `#${name}`);
      const item = document.getElementById(name);
      item.scrollIntoView();
      item.querySelector("[data-key]").focus({ preventScroll: true });
    };
    return el("a", { class: "button", href: `#${name}`, "data-key": `choose-${name}`, onclick: show }, title);
  };
  const ways = [el("span", { class: "what" }, "Choose a game"), ...games.map(way)];
  return el("nav", { class: "row choose", "aria-label": "The games" }, ...ways);
}

function today(games) {
  const [due, practise] = waiting(games, "due");
  const [motions, deal] = waiting(games, "motions_due");
  if (!due && !motions)
    return games.some(({ asked }) => asked) ? [el("p", { class: "today" }, "Nothing is due today.")] : [];
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
  const steps = ["Choose a game, read how to play, watch one round.", "Deal one yourself, guided.", "Deal alone."];
  return el("ol", { class: "steps" }, ...steps.map((step) => el("li", {}, step)));
}

// Chosen rules are in every link of the game.
function gameItem(game) {
  const item = el("li", { id: game.name });
  const draw = () => {
    const isOpen = item.querySelector(".further")?.open;
    item.replaceChildren(...gameRows(game, rulesOf(game.name), houseRules(game, draw)));
    if (isOpen) item.querySelector(".further").open = true;
  };
  draw();
  return item;
}

function gameRows(game, rules, house) {
  const stands = game.asked ? standsAt(game) : "";
  const next = nextLevel(game);
  const deal = LEVELS.map(([level, name, about], place) =>
    el(
      "a",
      {
        class: `button${place === next ? " first" : " plain"}`,
        href: lessonAt(game.name, level, rules, game.first_rounds),
        "aria-label": `${name}: ${game.title}`,
        "aria-description": about,
      },
      name,
      el("small", {}, about),
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
    game.missing ? el("p", { class: "missing" }, `${game.missing}.`) : row("Deal it yourself", deal, "deal"),
    further(game, [row("Questions", skills), row(stands || "How it goes", links), row("Rules", [house])]),
  ];
}

// What comes after dealing waits behind one press until the game was dealt or asked about.
function further(game, rows) {
  if (game.asked || game.has_dealt || game.missing) return el("div", {}, ...rows);
  return el("details", { class: "further" }, el("summary", {}, "Questions, table test, house rules"), ...rows);
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

const row = (words, links, kind = "") =>
  el("div", { class: `row ${kind}` }, el("span", { class: "what" }, words), ...links);

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
