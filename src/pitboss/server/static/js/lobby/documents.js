// The papers of a game, or of a table's house rules: report, rules as a filing, rack card; made while you wait or play.
import { ask, button, complain, dialog, el } from "../words.js";

const AGAIN = 1000;
const busy = (paper) => paper.state === "waiting" || paper.state === "making";

// A list that keeps itself up to date while something is being made; `at` is a game's or a table's address.
export function papersOf(at) {
  const list = el("ul", { class: "papers", "aria-label": "Papers" });
  let timer;
  const show = (papers) => {
    const focus = document.activeElement?.dataset?.key;
    list.replaceChildren(...papers.map((paper) => row(paper, make)));
    if (focus) list.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    clearTimeout(timer);
    if (papers.some(busy)) timer = setTimeout(() => list.isConnected && look(), AGAIN);
  };
  const look = () => ask("GET", `${at}/papers`).then(show, (fault) => complain(fault.message));
  const make = (kind) => ask("POST", `${at}/papers/${kind}`).then(look, (fault) => complain(fault.message));
  look();
  return list;
}

function row(paper, make) {
  const name = el("span", { class: "name" }, paper.title);
  const key = `paper-${paper.kind}`;
  if (paper.state === "ready") {
    const words = { href: paper.address, target: "_blank", rel: "noopener", class: "button", "data-key": key };
    return el("li", {}, name, el("a", { ...words, "aria-label": `Open: ${paper.title}, PDF` }, "Open PDF"));
  }
  if (busy(paper)) {
    const share = Math.round(paper.share * 100);
    const bar = el("progress", { max: 100, value: share, "aria-label": `${paper.title}: ${share}% done` });
    return el("li", {}, name, bar, el("span", { class: "doing", role: "status" }, paper.words));
  }
  const words = paper.state === "failed" ? "Try again" : "Make it";
  const again = button(words, {
    "aria-label": `${words}: ${paper.title}`,
    "data-key": key,
    onclick: () => make(paper.kind),
  });
  const fault = paper.state === "failed" ? el("span", { class: "doing", role: "status" }, paper.words) : null;
  return el("li", {}, name, again, fault);
}

// The papers of a game in a dialog of their own, for the lobby.
export function showPapers(game) {
  const title = `Papers of ${game.title}`;
  const told =
    "As the sheet is read here. A table with house rules of its own has its own papers, under How to play. " +
    "They are made in the background: you can go on playing.";
  const done = el("button", { class: "button first" }, "Good");
  const body = [el("h2", {}, title), el("p", {}, told), papersOf(`/api/games/${game.name}`)];
  const form = el("form", { method: "dialog" }, ...body, el("div", { class: "row end" }, done));
  dialog(title, form).showModal();
}
