// The warning that the house broke a promise: a dialog immediately, and a banner that stays until you dismiss it.
import { keep, setting } from "../settings.js";
import { el } from "../words.js";

const MOST = 20;
const OF_THE_BOOKS = ["another-house", "books-rolled-back"];
const NAMES = { deals: "deal:", heads: "heads", log: "log-head" };

export const alarms = () => {
  try {
    return JSON.parse(setting("alarms", "[]"));
  } catch {
    return []; // another page wrote there
  }
};

// Show a fault { code, words, table, number, evidence }. The same one is shown once.
export function raise(fault) {
  const known = alarms();
  const isSame = (one) => one.code === fault.code && one.table === fault.table && one.number === fault.number;
  if (known.some(isSame)) return showBanner();
  keep("alarms", JSON.stringify([...known, { ...fault, seen: new Date().toISOString() }].slice(-MOST)));
  showBanner();
  explain();
}

// Show the banner of an earlier visit again.
export function showBanner() {
  const known = alarms();
  const old = document.getElementById("alarm");
  if (!known.length) return old?.remove();
  const banner = el(
    "div",
    { id: "alarm", role: "alert", "data-code": known.at(-1).code },
    el("strong", {}, heading(known.at(-1))),
    el("span", {}, where(known.at(-1))),
    el("button", { type: "button", class: "button small", onclick: explain }, "Details"),
  );
  if (old) old.replaceWith(banner);
  else document.body.prepend(banner);
}

const heading = ({ code }) => (code === "another-house" ? "Another house answers here" : "This house is not honest");
const where = ({ words, table, number }) => (table ? `${words} (table ${table}, round ${number})` : words);

function explain() {
  document.querySelector("dialog.alarm")?.close();
  const known = alarms();
  const file = URL.createObjectURL(new Blob([JSON.stringify(known, null, 1)], { type: "application/json" }));
  const isOther = known.every(({ code }) => code === "another-house");
  const done = known.some(({ code }) => OF_THE_BOOKS.includes(code)) ? forgetHouse : forgetAlarms;
  const dialog = el(
    "dialog",
    { class: "alarm", "aria-label": heading(known.at(-1)) },
    el(
      "form",
      { method: "dialog" },
      el("h2", {}, heading(known.at(-1))),
      el(
        "ul",
        { class: "checks" },
        ...known.map((one) => el("li", { class: "no", "data-code": one.code }, where(one))),
      ),
      el(
        "p",
        {},
        isOther
          ? "If its operator started new books, continue. If not, somebody else answers at this address."
          : "Stop playing here. The evidence holds what the house announced and what it did; anyone can check it.",
      ),
      el(
        "div",
        { class: "row end" },
        el("a", { class: "button", href: file, download: "pitboss-evidence.json" }, "Save the evidence"),
        el("button", { class: "button", "data-key": "dismiss", onclick: done }, isOther ? "Continue" : "Dismiss"),
        el("button", { class: "button first", autofocus: true }, "Keep the warning"),
      ),
    ),
  );
  dialog.addEventListener("close", () => {
    URL.revokeObjectURL(file);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

function forgetAlarms() {
  keep("alarms", "[]");
  showBanner();
}

// Start over with the house at this address: what the browser saw of the old books is forgotten.
function forgetHouse() {
  for (const name of [NAMES.heads, NAMES.log]) keep(name, "null");
  for (const name of Object.keys(localStorage)) if (name.startsWith(NAMES.deals)) localStorage.removeItem(name);
  forgetAlarms();
}
