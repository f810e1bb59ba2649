// Which page this is.
import { showMe } from "./me.js";
import { el } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};
let turns = 0;

// Styles that only some pages need: asked for with their page, and there before it is shown.
const asked = new Map();

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
    link.onerror = () => {
      link.remove();
      asked.delete(name);
      failed(new Error("its styles did not come"));
    };
    document.head.append(link);
  });

const styles = (names) => Promise.all(names.map(style));

const TABLE = ["figures", "felt", "desk", "screens", "guide"];
const SCHOOL = ["figures", "school"];
// Each page: its address, its styles, its script, and what to call of it.
const PAGES = [
  [/^\/table\/([\w-]+)$/, TABLE, () => import("./table/table.js"), (its, table) => its.sitDown(view, table)],
  [/^\/school$/, ["school"], () => import("./school/room.js"), (its) => its.showSchool(view)],
  [
    /^\/school\/([\w-]+)$/,
    [...TABLE, "school"],
    () => import("./school/lesson.js"),
    (its, game) => its.teach(view, game, go),
  ],
  [
    /^\/school\/([\w-]+)\/test$/,
    [...TABLE, "school"],
    () => import("./school/test.js"),
    (its, game) => its.examine(view, game, go),
  ],
  [/^\/school\/([\w-]+)\/quiz$/, SCHOOL, () => import("./school/quiz.js"), (its, game) => its.quiz(view, game)],
  [
    /^\/school\/([\w-]+)\/progress$/,
    SCHOOL,
    () => import("./school/standing.js"),
    (its, game) => its.progress(view, game),
  ],
  [/^\/school\/([\w-]+)\/class$/, SCHOOL, () => import("./school/standing.js"), (its, game) => its.classOf(view, game)],
  [/^\/lab$/, ["school", "lab"], () => import("./lab/room.js"), (its) => its.showLab(view)],
  [/^\/lab\/([\w-]+)$/, ["lab"], () => import("./lab/lab.js"), (its, game) => its.showGame(view, game, go)],
  [/^\/career$/, ["figures"], () => import("./career/career.js"), (its) => its.showCareer(view)],
  [/^/, [], () => import("./lobby/lobby.js"), (its) => its.showLobby(view, go)],
];

export function go(path) {
  history.pushState(null, "", path);
  route();
}

async function route() {
  leave();
  leave = () => {};
  const turn = ++turns;
  document.getElementById("badge").replaceChildren();
  const page = PAGES.find(([path]) => path.test(location.pathname));
  const [pattern, names, script, show] = page;
  try {
    const [its] = await Promise.all([script(), styles(names)]);
    if (turn !== turns) return; // somebody was quicker and is elsewhere by now
    const lobby = page === PAGES.at(-1); // it brings who you are with it
    const [stop] = await Promise.all([
      show(its, ...location.pathname.match(pattern).slice(1)),
      lobby ? null : showMe(),
    ]);
    if (turn !== turns) {
      stop?.();
      return;
    }
    leave = stop ?? leave;
    if (document.activeElement === document.body) view.focus({ preventScroll: true });
  } catch (fault) {
    if (turn !== turns) return;
    view.replaceChildren(el("p", { class: "quiet" }, `The house does not answer: ${fault.message}.`));
  }
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href^='/']");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.hasAttribute("download")) return;
  event.preventDefault();
  go(link.getAttribute("href"));
});
addEventListener("popstate", route);
route();
