// What you need less often: your purse, hints, and a menu with the rest.
import { keep, PACES, setting } from "../settings.js";
import { button, dialog, el, money } from "../words.js";

export function sideline(desk, you) {
  const purse = money(you.bankroll + you.in_hand);
  const hints = button(desk.hints ? "Hints on" : "Hints off", {
    class: "button small plain",
    "data-key": "hints",
    "aria-pressed": String(desk.hints),
    onclick: () => desk.switchHints(),
  });
  const how = button("How to play", {
    class: "button small plain",
    "data-key": "how",
    onclick: () => desk.page.explain(),
  });
  const menu = button("Menu", {
    class: "button small plain",
    "data-key": "menu",
    "aria-haspopup": "dialog",
    onclick: () => showMenu(desk, you),
  });
  const name = { class: "purse", role: "img", "aria-label": `bankroll ${purse}` };
  desk.side.replaceChildren(el("span", name, purse), el("div", { class: "row" }, how, hints, menu));
}

function showMenu(desk, you) {
  const { page } = desk;
  const shut = (action) => () => {
    menu.close();
    action();
  };
  const entry = (words, key, action) => button(words, { "data-key": key, onclick: shut(action) });
  const entries = [
    entry("Score sheet", "score", () => page.showScore()),
    entry("The last rounds, step by step", "rounds", () => page.showRounds()),
    page.last ? entry("Verify the last deal", "verify", () => page.verify()) : null,
    entry("How to play", "how-too", () => page.explain()),
    entry("Walk me through a round", "walk", () => page.walk(true)),
    el("a", { class: "button", href: "/", "data-key": "lobby", onclick: () => menu.close() }, "To the lobby"),
    you.seat == null ? null : entry("Leave the seat", "stand", () => page.getUp()),
  ];
  const done = el("button", { class: "button first" }, "Close");
  const form = el(
    "form",
    { method: "dialog", class: "menu" },
    el("h2", {}, "Menu"),
    choosePace(),
    readAll(page),
    ...entries,
    done,
  );
  const menu = dialog("Menu", form);
  menu.showModal();
}

function choosePace() {
  const one = ([name, { words }]) => el("option", { value: name, selected: setting("pace", "normal") === name }, words);
  const select = el(
    "select",
    { name: "pace", onchange: () => keep("pace", select.value) },
    ...Object.entries(PACES).map(one),
  );
  return el("label", {}, "The dealer's pace", select);
}

function readAll(page) {
  const all = el("input", {
    type: "checkbox",
    checked: page.story.isLoud,
    onchange: () => page.story.speak(all.checked),
  });
  return el("label", { class: "row" }, all, "Read every motion of the dealer aloud");
}
