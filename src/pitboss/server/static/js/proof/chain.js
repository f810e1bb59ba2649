// The chain of deals at one table: whether each round continues what the house announced before. Pure functions on a
// record that the browser stores; each returns the faults it found, as { code, words, number }.
import { checkSeal, sealsOf } from "./verify.js";

const ROUNDS = 12; // announcements stored for a table
const SHOES = 3; // shuffles stored for a table

export const newRecord = () => ({ number: 0, ended: 0, checked: 0, next: null, rounds: [], shoes: [], mine: [] });

export const shoeInUse = (record) => record.shoes.at(-1) ?? null;
const announced = (record, number) => record.rounds.find((one) => one.number === number);
const shoeOf = (record, house) => record.shoes.find((one) => one.house === house);
const sameSeeds = (one, other) =>
  Object.keys(one).length === Object.keys(other).length && Object.keys(one).every((seat) => one[seat] === other[seat]);
const differs = (one, other) => ["commitment", "house", "next"].some((name) => one[name] !== other[name]);

// Before the house has opened any bets at a new table: the seal of its first shuffle.
export function announceNext(record, seal) {
  if (record.next == null) record.next = seal;
  if (record.next === seal) return [];
  return [fault("next-changed", record.number, "The house changed the seal of the next shuffle after announcing it.")];
}

// The house opens the bets of a round. `seat` is yours, or null.
export function openBets(record, event, seat = null) {
  const { number } = event;
  const known = announced(record, number);
  if (known)
    return differs(known, event)
      ? [fault("two-seals", number, `The house announced two different seals for round ${number}.`)]
      : [];
  if (number <= record.number)
    return [fault("went-back", number, `The house went back to round ${number} after round ${record.number}.`)];
  const shoe = shoeInUse(record);
  const faults = shoe?.house === event.house ? sameShoe(record, shoe, event) : newShoe(record, shoe, event, seat);
  Object.assign(record, { number, next: event.next });
  shoeInUse(record).sealed.push(event.commitment);
  const { commitment, house, next } = event;
  record.rounds = [...record.rounds, { number, commitment, house, next }].slice(-ROUNDS);
  return faults;
}

function sameShoe(record, shoe, event) {
  const faults = [];
  if (event.next !== record.next)
    faults.push(fault("next-changed", event.number, "The house changed the seal of the next shuffle within a shoe."));
  if (!sameSeeds(shoe.seeds, event.seeds))
    faults.push(fault("seeds-changed", event.number, "The house changed the players' seeds within a shoe."));
  if (shoe.after && shoe.after !== event.commitment)
    faults.push(fault("shoe-changed", event.number, "The shoe was changed between two rounds."));
  if (shoe.isOpened)
    faults.push(fault("dealt-open", event.number, "The house deals from a shoe that it has already opened."));
  return faults;
}

function newShoe(record, shoe, event, seat) {
  const faults = [];
  if (record.next && record.next !== event.house)
    faults.push(
      fault("seed-replaced", event.number, "The house shuffled with another seed than the one it had sealed before."),
    );
  if (shoe && !shoe.isOpened && record.ended < record.number) faults.push(neverOpened(event.number));
  if (seat != null && record.mine.length && !record.mine.includes(event.seeds[seat]))
    faults.push(fault("seed-left-out", event.number, "The house left your seed out of the shuffle."));
  record.mine = record.mine.slice(-1);
  const { house, seeds } = event;
  record.shoes = [...record.shoes, { house, seeds, sealed: [], after: null, isOpened: false }].slice(-SHOES);
  return faults;
}

const neverOpened = (number) =>
  fault("never-opened", number, "The house replaced a shoe without opening it, so its cards cannot be checked.");

// A finished round as the house publishes it.
export function checkRound(record, { number, proof }) {
  const said = announced(record, number);
  const later = announced(record, number + 1);
  const faults = badSeals(proof, number);
  if (said && differs(said, proof))
    faults.push(fault("two-seals", number, `Round ${number} was not dealt from the cards sealed before its bets.`));
  record.checked = Math.max(record.checked, number);
  const shoe = shoeOf(record, proof.house);
  if (!shoe) return faults;
  if (proof.seed != null) faults.push(...openShoe(shoe, proof, number));
  if (later?.house === proof.house) {
    if (later.commitment !== proof.after)
      faults.push(fault("shoe-changed", number + 1, "The shoe was changed between two rounds."));
  } else if (later && !shoe.isOpened) faults.push(neverOpened(number + 1));
  else if (number === record.number) shoe.after = proof.after;
  return faults;
}

// A shoe that the house opened between rounds.
export function checkOpening(record, { number, proof }) {
  const faults = badSeals(proof, number);
  let shoe = shoeOf(record, proof.house);
  if (!shoe) {
    if (record.next && record.next !== proof.house)
      return [fault("seed-replaced", number, "The house opened another shoe than the one it had sealed."), ...faults];
    shoe = { house: proof.house, seeds: proof.seeds, sealed: [], after: null, isOpened: false };
    record.shoes = [...record.shoes, shoe].slice(-SHOES);
    record.next = proof.next;
  }
  return [...faults, ...(proof.seed == null ? [neverOpened(number)] : openShoe(shoe, proof, number))];
}

// The table is gone: its last shoe must have been opened.
export function checkEnd(record) {
  const shoe = shoeInUse(record);
  if (!shoe || shoe.isOpened) return [];
  const words = "The table closed and the house did not open its shoe, so its cards cannot be checked.";
  return [fault("never-opened", record.number, words)];
}

// The seed that the house shows for your seat must be one you set.
export function checkOwnSeed(record, seed) {
  if (!record.mine.length || record.mine.includes(seed)) return [];
  return [fault("seed-left-out", record.number, "The house shows another seed for your seat than the one you set.")];
}

// Every commitment that was announced for the shoe must be in it, in the order of the rounds.
function openShoe(shoe, proof, number) {
  shoe.isOpened = true;
  const places = new Map(sealsOf(proof).map((seal, place) => [seal, place]));
  let last = -1;
  for (const commitment of shoe.sealed) {
    const place = places.get(commitment) ?? -1;
    if (place < last || place < 0)
      return [fault("stacked-shoe", number, "The opened shoe is not the one that was sealed before the bets.")];
    last = place;
  }
  return [];
}

const badSeals = (proof, number) =>
  checkSeal(proof)
    .filter(([right]) => !right)
    .map(() => fault("bad-proof", number, `The proof of round ${number} does not hold.`))
    .slice(0, 1);

const fault = (code, number, words) => ({ code, number, words });
