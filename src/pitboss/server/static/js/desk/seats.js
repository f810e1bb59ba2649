// What the printed felt lets you do: name plates to sit down at, spots to put chips on.
import { mySeed } from "../proof/seed.js";
import { money, printedOn } from "../words.js";

const segments = new Intl.Segmenter("en", { granularity: "grapheme" });

// A name that is too long loses whole characters, as people see them.
const shortened = (name, room) => {
  const letters = [...segments.segment(name)].map(({ segment }) => segment);
  return letters.length > room ? `${letters.slice(0, room - 1).join("")}…` : name;
};

// Name plates: who sits where, and what can be done with a free seat.
export function showPlates(desk, table, you) {
  for (const [name, { group }] of desk.page.felt.areas) {
    if (!name.startsWith("seat-")) continue;
    const seat = Number(name.slice(5));
    const held = table.seats[seat];
    const plate = group.querySelector("[data-plate]");
    const asked = table.offer?.seats.includes(seat) && !table.offer.said.includes(seat) && !desk.isBusy;
    group.classList.toggle("asked", Boolean(asked));
    group.classList.toggle("yours", seat === you.seat);
    group.classList.toggle("empty", !held);
    const words = plateWords(seat, held, table, you, Number(plate.dataset.room));
    plate.querySelector("text").textContent = words;
    plate.classList.toggle("free", !held);
    arm(plate, may(desk, seat, held, you), `${words}: ${deed(seat, held, you)}`, `plate-${seat}`);
  }
}

function may(desk, seat, held, you) {
  if (held) return held.bot && you.seat != null ? () => desk.send({ type: "bot", seat, sits: false }) : null;
  return () => desk.send(you.seat == null ? { type: "sit", seat, seed: mySeed() } : { type: "bot", seat });
}

function deed(seat, held, you) {
  if (!held) return you.seat == null ? `sit down in seat ${seat}` : `put a bot into seat ${seat}`;
  if (seat === you.seat) return `seat ${seat}`;
  return held.bot ? `a bot in seat ${seat}${you.seat == null ? "" : "; send it away"}` : `seat ${seat}`;
}

// A part of the drawing that can be pressed, or can no longer.
function arm(node, action, name, key) {
  node.onclick = action;
  node.onkeydown = (event) => {
    if (!action || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    action();
  };
  node.setAttribute("role", action ? "button" : "img");
  node.setAttribute("aria-label", name);
  node.dataset.key = key;
  if (action) node.setAttribute("tabindex", "0");
  else node.removeAttribute("tabindex");
}

function plateWords(seat, held, table, you, room) {
  if (!held) return you.seat == null ? `Sit · ${seat}` : "+ bot";
  const mark = held.leaving ? " ↩" : held.away ? " …" : held.ready && table.state === "betting" ? " ✓" : "";
  return (seat === you.seat ? "You" : shortened(held.nick, room)) + mark;
}

// Your spots take chips while bets are open; one that cannot be bet now is grey and says why.
export function showSpots(desk, table, you) {
  const { felt } = desk.page;
  const open = you.seat != null && table.state === "betting" && !desk.isBusy;
  const mine = you.seat == null ? null : felt.spotArea(you.seat)?.group;
  for (const node of felt.felt.querySelectorAll("[data-bet].mine")) if (node.parentNode !== mine || !open) disarm(node);
  desk.worths.draw(open);
  for (const bet of desk.setup.bets) {
    const node = mine?.querySelector(`[data-bet="${CSS.escape(bet.name)}"]`);
    if (!node) continue;
    const closed = open && !bet.in_play ? you.closed?.[bet.name] : null;
    node.classList.toggle("closed", Boolean(closed));
    if (open && !bet.in_play) openSpot(desk, bet, node, closed);
    desk.page.cards?.explainOn(node, bet, closed);
  }
}

function openSpot(desk, bet, node, closed) {
  const { chips } = desk;
  const lies = desk.bets[bet.name] ?? 0;
  node.classList.add("mine");
  const word = printedOn(node);
  const now = closed ? `cannot be bet now: ${closed}` : lies ? money(lies) : "no chips";
  const worth = desk.worths.inWords(bet.name);
  const limits = `${money(bet.least)} to ${money(bet.most)}`;
  const name = `${word}: ${bet.title}, ${now}. Wins if ${bet.meaning}. ${limits}${worth ? `. ${worth}` : ""}`;
  arm(node, () => chips.put(bet, chips.chip), name, `spot-${bet.name}`);
  node.oncontextmenu = (event) => {
    event.preventDefault();
    chips.put(bet, -chips.chip);
  };
  const press = node.onkeydown;
  node.onkeydown = (event) => {
    if (!["Backspace", "Delete", "-"].includes(event.key)) return press(event);
    event.preventDefault();
    chips.put(bet, -chips.chip);
  };
}

function disarm(node) {
  node.classList.remove("mine", "closed");
  for (const name of ["tabindex", "role", "aria-label"]) node.removeAttribute(name);
  node.onclick = node.onkeydown = node.oncontextmenu = null;
}
