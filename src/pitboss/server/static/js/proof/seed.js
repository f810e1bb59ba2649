// Your part in the shuffles: a text of your own, so that the house cannot choose the order of the cards alone.
import { keep, setting } from "../settings.js";
import { el } from "../words.js";
import { ownSeed } from "./watch.js";

const fresh = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

function mySeed() {
  let seed = setting("seed", "");
  if (!seed) keep("seed", (seed = fresh()));
  return seed;
}

// Your seed for a table, which must be in its shuffles from now on.
export function seedFor(table) {
  ownSeed(table, mySeed());
  return mySeed();
}

export function seedControl(page) {
  const input = el("input", { name: "seed", maxlength: 64, value: mySeed(), "aria-label": "Your seed" });
  const change = async () => {
    ownSeed(page.id, input.value);
    await page.line.say({ type: "seed", seed: input.value });
    keep("seed", input.value);
  };
  return el(
    "p",
    { class: "seed" },
    el("label", {}, "Your seed, from the next shuffle on: ", input),
    " ",
    el(
      "button",
      {
        class: "button small",
        type: "button",
        "data-key": "seed",
        onclick: () =>
          change().then(
            () => {
              input.setCustomValidity("");
            },
            (fault) => {
              input.setCustomValidity(fault.message);
              input.reportValidity();
            },
          ),
      },
      "Change",
    ),
  );
}
