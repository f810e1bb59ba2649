// The dialog that checks a deal against its seal, and hands out the file for `pitboss verify`.
import { alarms } from "./alarm.js";
import { heads, provenHead } from "./heads.js";
import { seedControl } from "./seed.js";
import { checkProof } from "./verify.js";
import { recordOf } from "./watch.js";
import { ask, complain, el } from "../words.js";

export async function showProof(page, number) {
  try {
    const round = await ask("GET", `/api/tables/${page.id}/rounds/${number}`);
    const checks = checkProof(round, page.seals.get(number), page.seen.get(number) ?? []);
    const all = [...checks, ...followed(page.id)];
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
          isFair(all) ? `Verified: round ${number} was fair` : `Round ${number} does NOT match its sealed deck`,
        ),
        el("p", { class: "soft" }, summary(all)),
        el(
          "details",
          { class: "proof-details", open: !isFair(all), "data-key": "proof-details" },
          el("summary", {}, "Details"),
          el("ul", { class: "checks" }, ...all.map(([right, words]) => el("li", { class: right ? "" : "no" }, words))),
          el("code", { class: "hash" }, `seal ${round.proof.commitment}`),
          el(
            "p",
            {},
            "The file holds the record and the proof: ",
            el("code", {}, "pitboss verify FILE"),
            " deals it again and compares every event.",
          ),
          seenHeads(),
        ),
        page.desk?.message?.you.seat != null ? seedControl(page) : null,
        el(
          "div",
          { class: "row end" },
          el("a", { class: "button", href: file, download: `${page.id}-${number}.json` }, "Save the file"),
          el("button", { class: "button action" }, "Close"),
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

const isFair = (checks) => checks.every(([right]) => right);

const summary = (checks) =>
  isFair(checks)
    ? `The deck was locked before the bets and was not changed: all ${checks.length} checks passed.`
    : `${checks.filter(([right]) => !right).length} of ${checks.length} checks failed. Save the file as evidence.`;

// What this browser checked by itself: the chain of this table, and the house's log.
function followed(table) {
  const [record, proven] = [recordOf(table), provenHead()];
  const faults = alarms().filter((one) => one.table === table).length;
  const checks = [];
  if (record?.checked)
    checks.push([
      !faults,
      faults
        ? "This browser found a break in the chain of this table's rounds."
        : `This browser followed this table up to round ${record.checked}: every round continues the one before.`,
    ]);
  if (proven)
    checks.push([
      !alarms().some(({ code }) => code === "books-rolled-back"),
      `The house's log of ${proven.size} entries contains every head that this browser saw since ` +
        `${proven.since.slice(0, 10)}.`,
    ]);
  return checks;
}

function seenHeads() {
  const lines = heads()
    .slice(-5)
    .reverse()
    .map(({ head, seen }) => el("code", { class: "hash" }, `${seen.slice(0, 16).replace("T", " ")} ${head}`));
  if (!lines.length) return null;
  const how = el("p", {}, el("code", {}, "pitboss audit --against HEAD"), " holds the house to them.");
  return el("details", {}, el("summary", {}, "Technical details"), how, ...lines);
}
