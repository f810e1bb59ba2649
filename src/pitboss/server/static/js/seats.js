// What the printed felt lets you do: name plates to sit down at, spots to put chips on.
import { mySeed } from "./seed.js";
import { money } from "./words.js";

// Name plates: who sits where, and what can be done with a free seat.
export function showPlates(desk, table, you) {
  for (const [name, { group, small }] of desk.page.felt.areas) {
    if (!name.startsWith("seat-")) continue;
    const seat = Number(name.slice(5)), held = table.seats[seat];
    const plate = group.querySelector("[data-plate]");
    group.classList.toggle("asked", Boolean(table.offer?.seats.includes(seat) && !table.offer.said.includes(seat)));
    group.classList.toggle("yours", seat === you.seat);
    group.classList.toggle("empty", !held);
    plate.querySelector("text").textContent = plateWords(seat, held, table, you, small ? 10 : 15);
    const may = !held || (held.bot && you.seat != null);
    plate.classList.toggle("free", !held);
    plate.onclick = !may ? null : () => desk.send(held ? { type: "bot", seat, sits: false } : you.seat == null ? { type: "sit", seat, seed: mySeed() } : { type: "bot", seat });
    plate.onkeydown = (event) => { if (may && (event.key === "Enter" || event.key === " ")) { event.preventDefault(); plate.onclick(); } };
    if (may) { plate.setAttribute("tabindex", "0"); plate.setAttribute("role", "button"); } else { plate.removeAttribute("tabindex"); plate.removeAttribute("role"); }
    plate.setAttribute("aria-label", held ? `Seat ${seat}: ${held.nick}${held.bot ? ", a bot: send it away" : ""}` : you.seat == null ? `Sit down in seat ${seat}` : `Put a bot into seat ${seat}`);
  }
}

function plateWords(seat, held, table, you, room) {
  if (!held) return you.seat == null ? `Sit · ${seat}` : "+ bot";
  const mark = held.leaving ? " ↩" : held.away ? " …" : held.ready && table.state === "betting" ? " ✓" : "";
  return (seat === you.seat ? "You" : held.nick.length > room ? `${held.nick.slice(0, room - 1)}…` : held.nick) + mark;
}

// Your spots take chips while bets are open.
export function showSpots(desk, table, you) {
  const { felt, setup } = desk.page;
  const open = you.seat != null && table.state === "betting";
  const mine = you.seat != null ? felt.spotArea(you.seat)?.group : null;
  for (const node of felt.felt.querySelectorAll("[data-bet].mine")) {
    if (node.parentNode !== mine || !open) { node.classList.remove("mine"); node.removeAttribute("tabindex"); node.removeAttribute("role"); node.onclick = node.onkeydown = node.oncontextmenu = null; }
  }
  if (!open || !mine) return;
  for (const bet of setup.bets) {
    const node = mine.querySelector(`[data-bet="${CSS.escape(bet.name)}"]`);
    if (!node || bet.in_play) continue;
    const lies = desk.bets[bet.name] ?? 0;
    node.classList.add("mine");
    node.setAttribute("tabindex", "0");
    node.setAttribute("role", "button");
    node.setAttribute("aria-label", `${bet.title}: ${lies ? money(lies) : "no chips"}. Wins if ${bet.meaning}. ${money(bet.least)} to ${money(bet.most)}`);
    node.dataset.key = `spot-${bet.name}`;
    node.onclick = () => desk.put(bet, desk.chip);
    node.oncontextmenu = (event) => { event.preventDefault(); desk.put(bet, -desk.chip); };
    node.onkeydown = (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); desk.put(bet, desk.chip); }
      if (event.key === "Backspace" || event.key === "Delete" || event.key === "-") { event.preventDefault(); desk.put(bet, -desk.chip); }
    };
  }
}
