// The dialog that checks a deal against its seal, and hands out the file for `pitboss verify`.
import { heads } from "./heads.js";
import { seedControl } from "./seed.js";
import { checkProof } from "./verify.js";
import { ask, complain, el } from "../words.js";

export async function showProof(page, number) {
  try {
    const round = await ask("GET", `/api/tables/${page.id}/rounds/${number}`);
    const checks = checkProof(round, page.seals.get(number), page.seen.get(number) ?? []);
    const file = URL.createObjectURL(new Blob([JSON.stringify(round)], { type: "application/json" }));
    const dialog = el(
      "dialog",
      { "aria-label": `The deal of round ${number}` },
      el(
        "form",
        { method: "dialog" },
        el(
          "h2",
          {},
          checks.every(([right]) => right)
            ? `Round ${number} was dealt as it was sealed`
            : `Round ${number} was NOT dealt as it was sealed`,
        ),
        el("ul", { class: "checks" }, ...checks.map(([right, words]) => el("li", { class: right ? "" : "no" }, words))),
        el("code", { class: "hash" }, `seal ${round.proof.commitment}`),
        el(
          "p",
          {},
          "The file holds the record and the proof: ",
          el("code", {}, "pitboss verify FILE"),
          " deals it again and compares every event.",
        ),
        seenHeads(),
        page.desk?.message?.you.seat != null ? seedControl(page) : null,
        el(
          "div",
          { class: "row end" },
          el("a", { class: "button", href: file, download: `${page.id}-${number}.json` }, "Save the file"),
          el("button", { class: "button first" }, "Good"),
        ),
      ),
    );
    dialog.addEventListener("close", () => {
      URL.revokeObjectURL(file);
      dialog.remove();
    });
    document.body.append(dialog);
    dialog.showModal();
  } catch (fault) {
    complain(fault.message);
  }
}

function seenHeads() {
  const lines = heads()
    .slice(-5)
    .reverse()
    .map(({ head, seen }) => el("code", { class: "hash" }, `${seen.slice(0, 16).replace("T", " ")} ${head}`));
  if (!lines.length) return null;
  const how = el("p", {}, el("code", {}, "pitboss audit --against HEAD"), " holds the house to them.");
  return el("details", {}, el("summary", {}, "Heads of the journal that this browser saw"), how, ...lines);
}
