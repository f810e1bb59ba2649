// The chain of deals at one table: whether each round continues what the house announced before. Pure functions on a
// record that the browser stores; each returns the faults it found, as { code, words, number }.
import { checkSeal, isHash, sealsOf } from "./verify.js";

const ROUNDS = 12; // announcements stored for a table
const SHOES = 3; // shuffles stored for a table

// `mine` are the seeds of yours that the next shuffle may use: the last one that the house confirmed, and later ones.
// `pending` is the one drawn for the seal `next`, and `seeded` the last seal after which the house confirmed one.
// `shown` is what you saw of the round on the table, { number, cards, net }, with `net` once it has ended. `owed` are
// those that ended and whose proof was not seen yet, by number, with the `tries` to get it.
export const newRecord = () => ({
	...{ number: 0, ended: 0, checked: 0, next: null, rounds: [], shoes: [], shown: null, owed: {} },
	...{ mine: [], pending: null, seeded: null },
});

export const shoeInUse = (record) => record.shoes.at(-1) ?? null;
export const announced = (record, number) => record.rounds.find((one) => one.number === number);
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
	if (!isAnnouncement(event)) return [unreadable(record.number + 1)];
	const known = announced(record, number);
	if (known)
		return differs(known, event)
			? [fault("two-seals", number, `The house announced two different seals for round ${number}.`)]
			: [];
	if (number <= record.number)
		return [fault("went-back", number, `The house went back to round ${number} after round ${record.number}.`)];
	const shoe = shoeInUse(record);
	const faults = shoe?.house === event.house ? sameShoe(record, shoe, event) : newShoe(record, shoe, event, seat);
	if (record.number && number > record.number + 1) faults.push(...checkSkip(record, number));
	Object.assign(record, { number, next: event.next });
	shoeInUse(record).sealed.push(event.commitment);
	const { commitment, house, next } = event;
	record.rounds = [...record.rounds, { number, commitment, house, next }].slice(-ROUNDS);
	return faults;
}

// The house leaves out rounds, and with them cards.
export const checkSkip = (record, number) => [
	fault("skipped-round", number, `The house went from round ${record.number} to round ${number}.`),
];

const isAnnouncement = ({ number, commitment, house, next, seeds }) =>
	Number.isInteger(number) && [commitment, house, next].every(isHash) && seeds != null && typeof seeds === "object";

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
			fault("seed-replaced", event.number, "The house shuffled with a different seed from the one it had sealed."),
		);
	const isChecked = record.ended < record.number || record.checked >= record.number; // or it will be, with its proof
	if (shoe && !shoe.isOpened && isChecked) faults.push(neverOpened(event.number));
	if (seat != null && record.mine.length && !record.mine.includes(event.seeds[seat]))
		faults.push(fault("seed-left-out", event.number, "The house left your seed out of the shuffle."));
	const { house, seeds } = event;
	record.shoes = [...record.shoes, { house, seeds, sealed: [], after: null, isOpened: false }].slice(-SHOES);
	return faults;
}

const neverOpened = (number) =>
	fault("never-opened", number, "The house put a shoe away without opening it, so its cards cannot be checked.");

// A finished round as the house publishes it.
export function checkRound(record, { number, proof }) {
	const said = announced(record, number);
	const later = announced(record, number + 1);
	const faults = badSeals(proof, number);
	if (said && differs(said, proof))
		faults.push(fault("two-seals", number, `Round ${number} was not dealt from the cards sealed before its bets.`));
	record.checked = Math.max(record.checked, number);
	delete record.owed?.[number];
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

// Bets are closed, or a round has ended: its cards must have been sealed before.
export const checkAnnounced = (record, number) => (announced(record, number) ? [] : [notSealed(number)]);

export const notSealed = (number) =>
	fault("not-sealed", number, `The house dealt round ${number} without sealing its cards before the bets.`);

// The cards and the result that you were shown must be those of the published round. A round left early may be void.
export function checkShown({ number, proof, events, net }, shown) {
	const cards = cardsOf(events);
	const isVoid = events.some(({ event }) => event === "voided");
	const isSame = (card, place) => card === "??" || card === cards[place];
	const seats = new Set([...Object.keys(net), ...Object.keys(shown.net ?? {})]);
	const isRight = shown.net
		? shown.cards.length === cards.length && [...seats].every((seat) => shown.net[seat] === net[seat])
		: true;
	const sealed = proof.cards.split(" ");
	const dealt = events.filter(({ event }) => event === "dealt" || event === "burned");
	if (dealt.every(({ card }, place) => card === sealed[place]))
		if ((isVoid && !shown.net) || (isRight && [shown.cards, ...shown.before].every((seen) => seen.every(isSame))))
			return [];
	const words = `Round ${number} was published with different cards or a different result than this page was shown.`;
	return [fault("other-cards", number, words)];
}

export const cardsOf = (events) =>
	events.filter(({ event }) => ["dealt", "burned", "turned"].includes(event)).map(({ card }) => card);

// The house has no proof of a round that was dealt.
export function withheld(record, number) {
	delete record.owed?.[number];
	return [fault("withheld", number, `The house does not publish the proof of round ${number}.`)];
}

// A shoe that the house opened between rounds.
export function checkOpening(record, { number, proof }) {
	const faults = badSeals(proof, number);
	record.number = Math.max(record.number, number);
	let shoe = shoeOf(record, proof.house);
	if (!shoe) {
		if (record.next && record.next !== proof.house)
			return [
				fault("seed-replaced", number, "The house opened a different shoe from the one it had sealed."),
				...faults,
			];
		shoe = { house: proof.house, seeds: proof.seeds, sealed: [], after: null, isOpened: false };
		record.shoes = [...record.shoes, shoe].slice(-SHOES);
		record.next = proof.next;
	}
	return [...faults, ...(proof.seed == null ? [neverOpened(number)] : openShoe(shoe, proof, number))];
}

// The table is gone, or the shoe is out of use: it must have been opened.
export function checkEnd(record) {
	const shoe = shoeInUse(record);
	return !shoe || shoe.isOpened ? [] : [neverOpened(record.number)];
}

// Whether the house sealed its seed for the next shuffle after it knew yours, so that you should set a new one.
export const needsSeed = (record) => record.next != null && record.seeded !== record.next;

// Propose a seed of yours for the next shuffle: `draw` makes one, unless one is under way.
export function proposeSeed(record, draw) {
	const seed = record.pending?.next === record.next ? record.pending.seed : draw();
	record.pending = { next: record.next, seed };
	record.mine = [...record.mine.filter((one) => one !== seed), seed];
	return seed;
}

// The house refused a seed.
export function withdrawSeed(record, seed) {
	record.mine = record.mine.filter((one) => one !== seed);
	if (record.pending?.seed === seed) record.pending = null;
}

// The house confirmed a seed: no earlier one may be used any more.
export function confirmSeed(record, seed) {
	const place = record.mine.indexOf(seed);
	if (place < 0) return;
	record.mine = record.mine.slice(place);
	if (record.pending?.seed === seed) record.seeded = record.pending.next;
}

// The house answered the message that had this seed, so it must have confirmed it.
export function checkConfirmed(record, seed) {
	if (record.mine.indexOf(seed) <= 0) return [];
	return [fault("seed-left-out", record.number, "The house did not take your new seed for the next shuffle.")];
}

// The seed that the house shows for your seat must be one you set.
export function checkOwnSeed(record, seed) {
	if (!record.mine.length || record.mine.includes(seed)) return [];
	return [
		fault("seed-left-out", record.number, "The house shows a different seed for your seat from the one you set."),
	];
}

// Every commitment that was announced for the shoe must be in it, in the order of the rounds.
function openShoe(shoe, proof, number) {
	Object.assign(shoe, { isOpened: true, openedAt: number });
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

export const unreadable = (number) =>
	fault("unreadable", number, `What the house announces or publishes for round ${number} cannot be checked.`);

const fault = (code, number, words) => ({ code, number, words });
