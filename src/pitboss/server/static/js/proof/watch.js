// Watching the deals of a table: follows the chain across reloads and raises the alarm by itself.
import { raise } from "./alarm.js";
import * as chain from "./chain.js";
import { checkLog, keepRound } from "./heads.js";
import { hex } from "./verify.js";
import { store, stored } from "../settings.js";
import { ask } from "../words.js";

const MISSED = 50; // rounds fetched after an absence; after a longer gap the chain starts over
const TABLES = 20; // stored at most
const RETRIES = [1000, 5000, 30_000];
const TRIES = 5; // rounds for which the house may refuse the same proof
const NAME = "deal:";
const ROUNDS_OF_A_SHOE = 3; // dealt before a seat may ask for a new one

export const recordOf = (table) => stored(NAME + table);

const drawSeed = () => hex(crypto.getRandomValues(new Uint8Array(16)));

function save(table, record) {
	store(NAME + table, { ...record, at: Date.now() });
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
		store(NAME + table, null);
	}
};

export class Watch {
	// `say` sends a message to the table and answers when the house has confirmed it. Of several tabs at a table, the one
	// in use follows it, from the `hello` after `reconnect`: two would mix what they saw.
	constructor(table, say, reconnect) {
		this.table = table;
		this.say = say;
		this.seat = null;
		this.wantsSeed = false;
		this.work = Promise.resolve();
		this.proofs = Promise.resolve();
		this.tabs = new BroadcastChannel(NAME + table);
		this.tabs.onmessage = ({ data: isInUse }) => (document.hasFocus() && !isInUse ? this.lead() : (this.isIdle = true));
		this.use = () => this.isIdle && reconnect();
		addEventListener("focus", this.use);
	}

	lead() {
		this.isIdle = false;
		this.tabs.postMessage(document.hasFocus());
	}

	end() {
		this.tabs.close();
		removeEventListener("focus", this.use);
	}

	// Whether you sit at a shoe that several rounds were dealt from, which you may ask the house to open.
	get hasUsedShoe() {
		const record = recordOf(this.table);
		return this.seat != null && record != null && chain.shoeInUse(record)?.sealed.length > ROUNDS_OF_A_SHOE;
	}

	// A new seed of yours for the next shuffle, or null if the house has confirmed one since it sealed its own.
	newSeed() {
		const record = this.record;
		if (this.seat != null && !chain.needsSeed(record)) return null;
		const seed = chain.proposeSeed(record, drawSeed);
		save(this.table, record);
		return seed;
	}

	get record() {
		return recordOf(this.table) ?? chain.newRecord();
	}

	// Set a seed, your own text or a new one: the house must confirm it.
	async setSeed(text = null) {
		const record = this.record;
		if (text != null) record.pending = { next: record.next, seed: text };
		const seed = chain.proposeSeed(record, drawSeed);
		save(this.table, record);
		try {
			await this.say({ type: "seed", seed });
		} catch (fault) {
			if (fault.code) this.withdraw(seed);
			throw fault;
		}
		this.confirmed(seed);
	}

	withdraw(seed) {
		const record = this.record;
		chain.withdrawSeed(record, seed);
		save(this.table, record);
	}

	// The house has answered the message that had this seed.
	confirmed(seed) {
		const check = () => report(this.table, chain.checkConfirmed(this.record, seed), this.record, { seed });
		this.work = this.work.then(check).catch(() => {});
	}

	// Every message of the table, in order, as soon as it arrives.
	hear(message) {
		if (message.type === "hello") this.lead();
		if (this.isIdle || (message.type !== "hello" && message.type !== "update")) return;
		const heard = { ...message }; // the page merges what it shows into the message
		this.work = this.work.then(() => this.take(heard)).catch(() => {});
	}

	// The house says that the table is gone.
	gone() {
		this.work = this.work.then(async () => (await checkLog()) && checkLeft(this.table)).catch(() => {});
	}

	async take({ type, events, table, you }) {
		const seat = you && "seat" in you ? you.seat : this.seat;
		const opened = events.filter((event) => event.event === "bets-opened");
		if (type === "hello") {
			this.seat = seat;
			await catchUp(this.table, opened[0]?.number ?? table.number + 1, opened[0]?.house, seat);
		}
		const { record } = this;
		record.plays ||= seat != null;
		const faults = [];
		const isLate = ({ event, number }) => event === "bets-closed" && opened.some((one) => one.number === number);
		if (type === "update" && events.some(isLate)) faults.push(chain.notSealed(opened[0].number));
		for (const event of events)
			faults.push(...readable(() => this.follow(record, event, seat), event.number ?? record.number));
		this.seat = seat;
		if (table.next_seal) faults.push(...chain.announceNext(record, table.next_seal));
		const own = seat == null ? null : table.seats?.[seat];
		if (own) faults.push(...chain.checkOwnSeed(record, own.seed));
		save(this.table, record);
		report(this.table, faults, record, { events: events.filter(isOfTheDeal) });
		if (this.wantsSeed && this.seat != null) this.setSeed().catch(() => {}); // or with the next message
		this.wantsSeed = false;
		if (events.some((event) => event.event === "table-closed")) return checkLeft(this.table);
	}

	follow(record, event, seat) {
		if (event.event === "seat-taken" && event.seat === seat) {
			this.seat = seat;
			if (record.pending) chain.confirmSeed(record, record.pending.seed);
		}
		const hasSeed = event.event === "seed-set" || event.event === "seat-ready";
		if (hasSeed && event.seed && event.seat === this.seat) chain.confirmSeed(record, event.seed);
		record.shown?.cards.push(...chain.cardsOf([event]));
		if (event.event === "bets-closed") {
			this.wantsSeed = chain.needsSeed(record); // dealt without being ready
			return chain.checkAnnounced(record, event.number);
		}
		if (event.event === "seat-left" && event.seat === this.seat) this.seat = null;
		if (event.event === "bets-opened") {
			this.wantsSeed = false;
			const before = record.shown?.number === event.number ? [...record.shown.before, record.shown.cards] : [];
			record.shown = { number: event.number, cards: [], net: null, before }; // shown twice: after a reload
			return chain.openBets(record, event, this.seat);
		}
		if (event.event === "shoe-opened") return chain.checkOpening(record, event.shoe);
		if (event.event === "round-ended") {
			record.ended = Math.max(record.ended, event.number);
			if (record.plays) this.owe(record, event);
			return chain.checkAnnounced(record, event.number);
		}
		return [];
	}

	// A round ended: check its proof without holding up the table, and those that could not be had before.
	owe(record, { number, net }) {
		const shown = record.shown?.number === number ? { ...record.shown, net } : null;
		record.owed = { ...record.owed, [number]: { shown, tries: 0 } };
		record.shown = null;
		this.proofs = this.proofs.then(() => checkOwed(this.table)).catch(() => {});
	}
}

// The proofs of rounds that ended at a table.
async function checkOwed(table) {
	for (const number of Object.keys(recordOf(table)?.owed ?? {}).map(Number)) {
		const round = await roundOf(table, number).catch((fault) => fault);
		const record = recordOf(table);
		const owed = record.owed[number];
		if (!owed) continue; // checked with a visit in the meantime
		const isRefused = round instanceof Error && !(round instanceof TypeError); // or it was not reached
		owed.tries += isRefused;
		let faults = [];
		if (round == null || owed.tries >= TRIES) faults = chain.withheld(record, number);
		else if (!(round instanceof Error)) faults = checkRound(record, round, owed.shown);
		if (record.checked === number) keepRound(table, number);
		save(table, record);
		report(table, faults, record, { round, shown: owed.shown });
	}
}

// Whatever cannot be read is a fault, for it cannot be checked.
const readable = (check, number) => {
	try {
		return check();
	} catch {
		return [chain.unreadable(number)];
	}
};

const checkRound = (record, round, shown) =>
	readable(() => [...chain.checkRound(record, round), ...(shown ? chain.checkShown(round, shown) : [])], round.number);

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

// Follow the rounds and shoes between the last that this browser saw and round `until`, dealt from the shoe `house`.
async function catchUp(table, until, house = null, seat = null) {
	await checkOwed(table);
	const record = recordOf(table);
	if (!record?.number || !record.plays) return restart(table, record, until);
	if (until - record.number > MISSED) return skip(table, record, until, house, seat);
	const evidence = { rounds: [], openings: [] };
	const [faults, last, shoe] = [[], record.number, chain.shoeInUse(record)];
	let isMissing = last > record.ended && last < until;
	for (let number = Math.max(record.checked + 1, until - MISSED); number < until; number++) {
		const round = await roundOf(table, number);
		if (!round) continue;
		if (number === last) isMissing = false;
		evidence.rounds.push(round);
		if (number > record.number) {
			faults.push(...(await openings(table, record, round.proof.house, evidence)));
			faults.push(...readable(() => chain.openBets(record, { ...round.proof, number }), number));
		}
		record.ended = Math.max(record.ended, number);
		faults.push(...checkRound(record, round, record.shown?.number === number ? record.shown : null));
	}
	faults.push(...(await openings(table, record, house, evidence)));
	const wasDealt = !shoe?.isOpened || (shoe.openedAt ?? last) !== last; // or its shoe was opened instead
	if (isMissing && wasDealt) faults.push(...chain.withheld(record, last));
	storeChain(table, record);
	report(table, faults, record, evidence);
}

// Store what was followed; seeds may have been set in the meantime.
function storeChain(table, record) {
	const { mine, pending, seeded } = recordOf(table) ?? record;
	save(table, { ...record, mine, pending, seeded });
}

// A browser that only watched begins a new chain.
function restart(table, record, until) {
	if (record?.number && record.number < until) storeChain(table, chain.newRecord());
}

// After a long absence: the shoe you played from must have been opened, unless it is still in use.
async function skip(table, record, until, house, seat) {
	const evidence = { rounds: [], openings: [] };
	const shoe = chain.shoeInUse(record);
	const isInUse = shoe != null && shoe.house === house && !shoe.isOpened;
	const faults = isInUse ? [] : [...(await openings(table, record, null, evidence)), ...chain.checkEnd(record)];
	if (seat != null) faults.push(...chain.checkSkip(record, until)); // nobody has a seat for that long without playing
	const [number, next] = [until - 1, isInUse ? record.next : null];
	const shoes = isInUse ? [{ ...shoe, after: null }] : [];
	storeChain(table, { ...chain.newRecord(), number, ended: number, checked: number, next, shoes, plays: true });
	report(table, faults, record, evidence);
}

// A finished round, or null if the house has none: another one in its place is none.
async function roundOf(table, number) {
	const round = await fetched(`/api/tables/${table}/rounds/${number}`);
	return round?.table === table && round.number === number && round.proof ? round : null;
}

// Shoes that were opened between rounds, up to the one whose seal is `house`, or only the one in use.
async function openings(table, record, house, evidence) {
	const faults = [];
	for (let count = 0; count < MISSED; count++) {
		const shoe = chain.shoeInUse(record);
		if (!shoe || shoe.house === house || (shoe.isOpened && (house == null || record.next === house))) break;
		const opening = await fetched(`/api/tables/${table}/shoes/${shoe.isOpened ? record.next : shoe.house}`);
		const round = opening || shoe.isOpened ? null : await lastRound(table, record.number, shoe.house);
		if (opening) {
			evidence.openings.push(opening);
			faults.push(...readable(() => chain.checkOpening(record, opening), record.number));
		} else if (round) {
			evidence.rounds.push(round);
			faults.push(...checkRound(record, round, null));
		}
		if (!opening && !(round && shoe.isOpened)) break;
	}
	return faults;
}

// The last round dealt from the shoe `house`, by doubling steps from one that was, then by halving them.
async function lastRound(table, first, house) {
	const dealt = async (number) => {
		const round = await roundOf(table, number);
		return round?.proof.house === house ? round : null;
	};
	let [last, step] = [await dealt(first), 1];
	for (let next = last; next; step *= 2) {
		last = next;
		next = await dealt(last.number + step);
	}
	for (step /= 4; last && step >= 1; step /= 2) last = (await dealt(last.number + step)) ?? last;
	return last;
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
