// Which page this is.
import { showMe } from "./me.js";
import { el } from "./words.js";

const view = document.getElementById("view");
let leave = () => {};

const PAGES = [
  [/^\/table\/([\w-]+)$/, async (table) => (await import("./table.js")).sitDown(view, table)],
  [/^\/school$/, async () => (await import("./school/room.js")).showSchool(view)],
  [/^\/school\/([\w-]+)$/, async (game) => (await import("./school/lesson.js")).teach(view, game, go)],
  [/^\/career$/, async () => (await import("./career.js")).showCareer(view)],
  [/^/, async () => (await import("./lobby.js")).showLobby(view, go)],
];

export function go(path) {
  history.pushState(null, "", path);
  route();
}

async function route() {
  leave();
  leave = () => {};
  document.getElementById("badge").replaceChildren();
  const [pattern, show] = PAGES.find(([path]) => path.test(location.pathname));
  try {
    const lobby = show === PAGES.at(-1)[1]; // it brings who you are with it
    const [stop] = await Promise.all([show(...location.pathname.match(pattern).slice(1)), lobby ? null : showMe()]);
    leave = stop ?? leave;
    if (document.activeElement === document.body) view.focus({ preventScroll: true });
  } catch (fault) {
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
