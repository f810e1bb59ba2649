// A question of the dealer: your options, what each costs and, with hints, what each is worth.
import { setting } from "../settings.js";
import { announce, ask, capital, complain, el, money } from "../words.js";
import { question } from "./question.js";

// A new question ignores clicks and keys this long: nobody has read it yet.
const GUARD_MILLISECONDS = 350;

// The hand that is asked about, by the places where it may lie.
export const askedPlaces = ({ hand = 1, bet }) =>
  bet ? [`${bet}-hand-${hand}`, ...(hand === 1 ? [`${bet}-hand`] : [])] : [`hand-${hand}`];

export function asking(desk, table, you) {
  const { options } = you.asked;
  const number = table.offer.number;
  if (desk.hints) hint(desk, table.number, number);
  const known = desk.worth?.key === `${table.number}/${number}` ? desk.worth.by : null;
  const asked = question(`${capital(table.offer.about)}?`, below(desk, known, options));
  const places = you.asked.context.at ?? {};
  const shown = asTheyLie(options, places);
  const ways = shown.map((option, place) => way(desk, you, option, place, known, number));
  for (const [place, { name }] of shown.entries()) clickable(desk, you.seat, places[name], ways[place]);
  const group = el("div", { class: "options", role: "group", "aria-labelledby": "ask" }, ...ways);
  return [asked, group, ...byStrategy(desk, group), desk.clock()];
}

// A strategy that was made in the lab answers for you, where you have one for this game.
function byStrategy(desk, group) {
  const kept = setting(`strategy ${desk.page.setup.game}`, "");
  if (!kept) return [];
  const press = async () => {
    try {
      const said = await ask("POST", `/api/tables/${desk.page.setup.id}/strategy`, { strategy: JSON.parse(kept) });
      group.querySelector(`[data-key="option-${said.answer}"]`)?.click();
    } catch (fault) {
      complain(fault.message);
    }
  };
  const words = "Answer as your strategy from the lab says";
  return [
    el(
      "button",
      { type: "button", class: "button", "data-key": "by-strategy", title: words, onclick: press },
      "By my strategy",
    ),
  ];
}

// Options that are cards before you are asked from left to right, as the cards lie.
const asTheyLie = (options, places) => {
  const x = ({ name }) => places[name];
  if (!options.every(x)) return options;
  return [...options].sort((one, two) => x(one).localeCompare(x(two), "en", { numeric: true }));
};

function below(desk, known, options) {
  const silence = `Silence means: ${options[0].words}`;
  if (!desk.hints) return silence;
  if (known == null) return el("span", { class: "hint", role: "status" }, "Working out what each is worth…");
  return el("span", { class: "hint", role: "status" }, known.words ?? "No hint for this");
}

const cents = (amount) => `$${(amount / 100).toFixed(2)}`;

const isLocked = (desk) => performance.now() - desk.askedSince < GUARD_MILLISECONDS;

// Lock the options of a new question for a moment, then open them.
export function lockOptions(desk) {
  desk.askedSince = performance.now();
  setTimeout(() => {
    if (desk.chosen || isLocked(desk)) return;
    for (const node of desk.act.querySelectorAll(".option.locked")) {
      node.disabled = "poor" in node.dataset;
      node.classList.remove("locked");
    }
  }, GUARD_MILLISECONDS + 10);
}

// Neither a double-click on Deal, nor a key held down, nor Enter answers a question that was not read yet.
function way(desk, you, option, place, known, number) {
  const cost = known?.costs?.[option.name];
  const best = cost === 0;
  const locked = isLocked(desk) ? "locked" : "";
  const poor = option.cost > you.bankroll + you.in_hand;
  return el(
    "button",
    {
      type: "button",
      class: `button option ${best ? "best" : ""} ${desk.chosen === option.name ? "chosen" : ""} ${locked}`,
      "data-key": `option-${option.name}`,
      title: poor ? `You are short of the ${money(option.cost)} it costs` : `Key ${place + 1}`,
      disabled: poor || Boolean(desk.chosen) || isLocked(desk),
      "data-poor": poor,
      onclick: (event) => event.detail > 1 || isLocked(desk) || answer(desk, option, number, you.seat, known),
      onkeydown: (event) => (event.repeat || event.key === "Enter") && event.preventDefault(),
    },
    el("b", {}, capital(option.words)),
    option.cost ? el("small", {}, `costs ${money(option.cost)}`) : null,
    cost == null ? null : el("span", { class: "worth" }, best ? "best" : `costs ${cents(cost)}`),
  );
}

// At the click the options lock and the chosen one is marked; a second click finds nothing to press.
async function answer(desk, option, offer, seat, known) {
  if (desk.chosen) return;
  desk.chosen = option.name;
  for (const node of desk.act.querySelectorAll(".option")) {
    node.disabled = true;
    node.classList.toggle("chosen", node.dataset.key === `option-${option.name}`);
  }
  desk.page.unlockCards();
  const lost = known?.costs?.[option.name] ?? 0;
  if (lost) {
    const words = `That cost ${cents(lost)} on average: ${known.best_words} was better.`;
    desk.page.story.add(words, "bad own");
    announce(words);
  }
  if (await desk.send({ type: "say", answer: option.name, offer, seat })) return;
  desk.chosen = null;
  if (!desk.page.working) desk.draw();
}

async function hint(desk, round, offer) {
  const key = `${round}/${offer}`;
  if (desk.askedFor === key) return;
  desk.askedFor = key;
  let by = {};
  try {
    by = (await desk.page.line.say({ type: "hint" })).worth;
  } catch {
    // no hint is no harm
  }
  desk.worth = { key, by };
  if (!desk.isBusy && !desk.chosen) desk.draw();
}

// Where an option is a card that lies before you, the card itself can be pressed.
function clickable(desk, seat, at, node) {
  const pile = at && desk.page.felt.piles.find(seat, at);
  for (const card of pile?.cards ?? []) {
    card.classList.add("choice");
    card.onclick = () => node.click();
  }
}

export function handKeys(desk, event) {
  const place = Number(event.key) - 1;
  if (!(place >= 0 && place < 9)) return null;
  return desk.act.querySelectorAll(desk.message.you.asked && !desk.isBusy ? ".option" : ".chip")[place] ?? null;
}
