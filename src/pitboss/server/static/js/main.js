// Which page this is.
import { showMe } from "./me.js";
import { styles } from "./styles.js";
import { el } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};
let turns = 0;

const TABLE = ["figures", "felt", "desk", "screens", "guide"];
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
