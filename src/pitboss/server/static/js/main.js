// Which page this is.
import { showMe } from "./me.js";
import { keep, setting } from "./settings.js";
import { el } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};
let turns = 0;

// Styles that only some pages need: loaded with their page before it is shown, switched off on the others.
const asked = new Map();
const links = new Map();

const style = (name) => {
  if (!asked.has(name)) asked.set(name, fetched(name));
  return asked.get(name);
};

const fetched = (name) =>
  new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../css/${name}.css`, import.meta.url).href;
    link.onload = done;
    links.set(name, link);
    link.onerror = () => {
      links.delete(name);
      link.remove();
      asked.delete(name);
      failed(new Error("its styles did not come"));
    };
    document.head.append(link);
  });

const styles = async (names) => {
  await Promise.all(names.map(style));
  for (const [name, link] of links) link.disabled = !names.includes(name);
};

const PIECES = ["pieces", "felt", "hands", "spots"].map((name) => `table/${name}`);
const TABLE = [
  "figures",
  "guide",
  ...PIECES,
  ...["bar", "side", "screens", "tablet", "upright", "sideways"].map((name) => `table/${name}`),
];
const DEALING = ["figures", "guide", ...PIECES, "school", "lesson", "table/dealers"];
const SCHOOL = ["table/pieces", "figures", "school", "scene"];
// Each page: its address, its styles, its script, and what to call of it.
const PAGES = [
  [/^\/table\/([\w-]+)$/, TABLE, () => import("./table/table.js"), (its, place, table) => its.sitDown(place, table)],
  [
    /^\/school$/,
    ["figures", "guide", "school"],
    () => import("./school/room.js"),
    (its, place) => its.showSchool(place),
  ],
  [
    /^\/school\/trainers$/,
    ["figures", "school"],
    () => import("./school/trainers.js"),
    (its, place) => its.showTrainers(place),
  ],
  [
    /^\/school\/([\w-]+)$/,
    DEALING,
    () => import("./school/dealing/lesson.js"),
    (its, place, game) => its.teach(place, game, go),
  ],
  [
    /^\/school\/([\w-]+)\/test$/,
    DEALING,
    () => import("./school/dealing/test.js"),
    (its, place, game) => its.examine(place, game, go),
  ],
  [/^\/school\/([\w-]+)\/quiz$/, SCHOOL, () => import("./school/quiz.js"), (its, place, game) => its.quiz(place, game)],
  [
    /^\/school\/([\w-]+)\/progress$/,
    SCHOOL,
    () => import("./school/standing.js"),
    (its, place, game) => its.progress(place, game),
  ],
  [
    /^\/school\/class\/([\w-]+)$/,
    SCHOOL,
    () => import("./school/class.js"),
    (its, place, key) => its.trainersView(place, key),
  ],
  [
    /^\/school\/join\/(\w+)$/,
    SCHOOL,
    () => import("./school/class.js"),
    (its, place, code) => its.join(place, code, go),
  ],
  [/^\/lab$/, ["school", "lab"], () => import("./lab/room.js"), (its, place) => its.showLab(place)],
  [
    /^\/lab\/([\w-]+)$/,
    ["lab", "lab_charts"],
    () => import("./lab/lab.js"),
    (its, place, game) => its.showGame(place, game, go),
  ],
  [
    /^\/house$/,
    [...TABLE, "table/replay", "lobby", "office"],
    () => import("./office/office.js"),
    (its, place) => its.showOffice(place),
  ],
  [
    /^\/replay\/([\w-]+)\/(\d+)$/,
    [...TABLE, "table/replay"],
    () => import("./table/replay.js"),
    (its, place, table, number) => its.showReplay(place, table, number),
  ],
  [
    /^\/design$/,
    [...TABLE, "table/design"],
    () => import("./felt/board/design.js"),
    (its, place) => its.showDesign(place),
  ],
  [
    /^\/games\/([\w-]+)\/?(\w*)$/,
    ["table/pieces", "lobby", "figures", "guide"],
    () => import("./lobby/game.js"),
    (its, place, name, tab) => its.showGamePage(place, name, tab, go),
  ],
  [/^\/career$/, ["lobby", "figures"], () => import("./career/career.js"), (its, place) => its.showCareer(place)],
  [/^/, ["table/pieces", "lobby"], () => import("./lobby/lobby.js"), (its, place) => its.showLobby(place, go)],
];

export function go(path) {
  history.pushState(null, "", path);
  route();
}

// Which of the rooms in the header a page belongs to.
const ROOMS = [
  ["/school", /^\/school/],
  ["/lab", /^\/lab/],
  ["/career", /^\/(career|replay)/],
  ["/", /^\/($|games|table)/],
];

function showWhere() {
  const room = ROOMS.find(([, paths]) => paths.test(location.pathname))?.[0];
  for (const link of document.querySelectorAll("#top nav a")) {
    if (link.getAttribute("href") === room) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

async function route() {
  leave();
  leave = () => {};
  const turn = ++turns;
  showWhere();
  const page = PAGES.find(([path]) => path.test(location.pathname));
  const [pattern, names, script, show] = page;
  try {
    const [its] = await Promise.all([script(), styles(names)]);
    if (turn !== turns) return; // somebody was quicker and is elsewhere by now
    const place = el("div", { class: "page" }); // its own, so that what comes too late is drawn nowhere
    view.replaceChildren(place);
    if (page !== PAGES.at(-1)) await showMe().catch(() => {}); // no table lets in who has no cookie yet
    if (turn !== turns) return;
    const stop = await show(its, place, ...location.pathname.match(pattern).slice(1));
    if (turn !== turns) {
      stop?.();
      return;
    }
    leave = stop ?? leave;
    if (document.activeElement === document.body) view.focus({ preventScroll: true });
  } catch (fault) {
    if (turn !== turns) return;
    view.replaceChildren(el("p", { class: "quiet" }, `This page could not be opened: ${fault.message}.`));
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
addEventListener("popstate", route);
document.getElementById("theme").addEventListener("click", () => {
  const isLight = getComputedStyle(document.documentElement).colorScheme === "light";
  document.documentElement.dataset.theme = isLight ? "dark" : "light";
  keep("theme", document.documentElement.dataset.theme);
});
const theme = setting("theme", "");
if (theme) document.documentElement.dataset.theme = theme;
route();
import("./proof/returning.js").then((its) => its.checkHouse(location.pathname)).catch(() => {});
