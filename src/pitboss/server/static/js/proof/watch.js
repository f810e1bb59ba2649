// Watching the deals of a table: follows the chain across reloads and raises the alarm by itself.
import { raise } from "./alarm.js";
import * as chain from "./chain.js";
import { keep, setting } from "../settings.js";
import { ask } from "../words.js";

const MISSED = 50; // rounds fetched after an absence; a chain with a longer gap begins anew
const TABLES = 20; // stored at most
const RETRIES = [1000, 5000, 30_000];
const NAME = "deal:";
const ROUNDS_OF_A_SHOE = 3; // dealt before a seat may ask for a new one

export const recordOf = (table) => {
  try {
    return JSON.parse(setting(NAME + table, "null"));
  } catch {
    return null; // another page wrote there
  }
};

// Add a seed of yours to what a table must use from its next shuffle on.
export function ownSeed(table, seed) {
  const record = recordOf(table) ?? chain.newRecord();
  record.mine = [...record.mine.filter((one) => one !== seed), seed].slice(-3);
  store(table, record);
}

function store(table, record) {
  keep(NAME + table, JSON.stringify({ ...record, at: Date.now() }));
  const all = storedTables().map((name) => [recordOf(name)?.at ?? 0, name]);
  for (const [, name] of all.sort((one, other) => other[0] - one[0]).slice(TABLES)) drop(name);
}

const storedTables = () => {
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(NAME))
      .map((name) => name.slice(NAME.length));
  } catch {
    return []; // a browser that stores nothing
  }
};

const drop = (table) => {
  try {
    localStorage.removeItem(NAME + table);
  } catch {
    keep(NAME + table, "null");
  }
};

export class Watch {
  constructor(table) {
    this.table = table;
    this.seat = null;
    this.work = Promise.resolve();
  }

  // Whether you sit at a shoe that several rounds were dealt from, which you may ask the house to open.
  get hasUsedShoe() {
    const record = recordOf(this.table);
    return this.seat != null && record != null && chain.shoeInUse(record)?.sealed.length > ROUNDS_OF_A_SHOE;
  }

  // Every message of the table, in order, as soon as it arrives.
  hear(message) {
    if (message.type !== "hello" && message.type !== "update") return;
    const heard = { ...message }; // the page merges what it shows into the message
    this.work = this.work.then(() => this.take(heard)).catch(() => {});
  }

  // The house says that the table is gone.
  gone() {
    this.work = this.work.then(() => checkLeft(this.table)).catch(() => {});
  }

  async take({ type, events, table, you }) {
    const seat = you && "seat" in you ? you.seat : this.seat;
    const opened = events.filter((event) => event.event === "bets-opened");
    if (type === "hello") {
      this.seat = seat;
      await catchUp(this.table, opened[0]?.number ?? table.number + 1, opened[0]?.house);
    }
    const record = recordOf(this.table) ?? chain.newRecord();
    record.plays ||= seat != null;
    const faults = [];
    for (const event of events) faults.push(...this.follow(record, event, seat));
    this.seat = seat;
    if (table.next_seal) faults.push(...chain.announceNext(record, table.next_seal));
    const own = seat == null ? null : table.seats?.[seat];
    if (own) faults.push(...chain.checkOwnSeed(record, own.seed));
    store(this.table, record);
    report(this.table, faults, record, { events: events.filter(isOfTheDeal) });
    if (events.some((event) => event.event === "table-closed")) return checkLeft(this.table);
  }

  follow(record, event, seat) {
    if (event.event === "seat-taken" && event.seat === seat) this.seat = seat;
    if (event.event === "seat-left" && event.seat === this.seat) this.seat = null;
    if (event.event === "bets-opened") return chain.openBets(record, event, this.seat);
    if (event.event === "shoe-opened") return chain.checkOpening(record, event.shoe);
    if (event.event === "round-ended") {
      record.ended = Math.max(record.ended, event.number);
      if (record.plays) this.checkLater(event.number);
    }
    return [];
  }

  // Check the proof of a finished round without holding up the table.
  async checkLater(number) {
    const round = await fetched(`/api/tables/${this.table}/rounds/${number}`).catch(() => null);
    if (!round) return; // checked with the next visit
    const record = recordOf(this.table) ?? chain.newRecord();
    const faults = chain.checkRound(record, round);
    store(this.table, record);
    report(this.table, faults, record, { round });
  }
}

function report(table, faults, record, evidence) {
  for (const fault of faults) {
    const { rounds, shoes, next, mine } = record;
    raise({ ...fault, table, evidence: { ...evidence, announced: rounds, shoes, next, mine } });
  }
}

const isOfTheDeal = ({ event }) => ["bets-opened", "shoe-opened", "round-ended", "table-closed"].includes(event);

// An answer of the house, null if it has none, retried if it could not be reached or is busy.
async function fetched(path) {
  for (const pause of RETRIES) {
    try {
      return await ask("GET", path);
    } catch (fault) {
      if (/^no-such/.test(fault.code ?? "")) return null;
      await new Promise((done) => setTimeout(done, pause));
    }
  }
  return ask("GET", path);
}

// Follow the rounds and shoes between the last that this browser saw and round `until`.
async function catchUp(table, until, house = null) {
  const record = recordOf(table);
  if (!record?.number || !record.plays) return restart(table, record, until);
  if (until - record.number > MISSED) return restart(table, { ...record, number: 0 }, until);
  const evidence = { rounds: [], openings: [] };
  const faults = [];
  for (let number = Math.max(record.checked + 1, until - MISSED); number < until; number++) {
    if (number === record.number && number > record.ended && chain.shoeInUse(record)?.isOpened) continue; // not dealt
    const round = await fetched(`/api/tables/${table}/rounds/${number}`);
    if (!round) continue;
    evidence.rounds.push(round);
    if (number > record.number) {
      faults.push(...(await openings(table, record, round.proof.house, evidence)));
      faults.push(...chain.openBets(record, { ...round.proof, number }));
    }
    record.ended = Math.max(record.ended, number);
    faults.push(...chain.checkRound(record, round));
  }
  faults.push(...(await openings(table, record, house, evidence)));
  store(table, record);
  report(table, faults, record, evidence);
}

// A browser that only watched, or was away for long, begins a new chain; what it set as its seed stays.
function restart(table, record, until) {
  if (record?.number && record.number < until) store(table, { ...chain.newRecord(), mine: record.mine });
}

// Shoes that were opened between rounds, up to the one whose seal is `house`, or only the one in use.
async function openings(table, record, house, evidence) {
  const faults = [];
  for (let count = 0; count < MISSED; count++) {
    const shoe = chain.shoeInUse(record);
    if (!shoe || shoe.house === house || (shoe.isOpened && (house == null || record.next === house))) break;
    const wanted = shoe.isOpened ? record.next : shoe.house;
    const opening = await fetched(`/api/tables/${table}/shoes/${wanted}`);
    if (!opening) break;
    evidence.openings.push(opening);
    faults.push(...chain.checkOpening(record, opening));
  }
  return faults;
}

// A table that may be gone: its shoe must have been opened, by its last round or between rounds.
export async function checkLeft(table) {
  const record = recordOf(table);
  if (!record?.plays || (await fetched(`/api/tables/${table}`))) return;
  await catchUp(table, record.number + 1);
  const now = recordOf(table);
  report(table, chain.checkEnd(now), now, {});
  drop(table);
}

// On a new visit: the tables that this browser played at and that closed in the meantime.
export async function checkTablesLeft(open) {
  for (const table of storedTables()) if (table !== open) await checkLeft(table).catch(() => {});
}
