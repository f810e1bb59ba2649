// Checking a deal in the browser: the seals seen before the bets against what is revealed after them.

// The constants of SHA-256: fractions of the roots of the first primes.
const PRIMES = [];
for (let n = 2; PRIMES.length < 64; n++) if (PRIMES.every((prime) => n % prime)) PRIMES.push(n);
const fractions = (primes, power) => Uint32Array.from(primes, (n) => (n ** power % 1) * 2 ** 32);
const K = fractions(PRIMES, 1 / 3);
const START = fractions(PRIMES.slice(0, 8), 1 / 2);

// Pages from another machine are no "secure context" and have no crypto.subtle, so this is our own.
export function sha256(bytes) {
	const blocks = (bytes.length + 9 + 63) >> 6;
	const padded = new Uint8Array(blocks * 64);
	padded.set(bytes);
	padded[bytes.length] = 0x80;
	const view = new DataView(padded.buffer);
	view.setUint32(padded.length - 4, bytes.length * 8);
	const hash = START.slice(),
		w = new Uint32Array(64);
	const turn = (x, n) => (x >>> n) | (x << (32 - n));
	for (let at = 0; at < padded.length; at += 64) {
		for (let t = 0; t < 16; t++) w[t] = view.getUint32(at + t * 4);
		for (let t = 16; t < 64; t++) {
			const a = w[t - 15],
				b = w[t - 2];
			w[t] = w[t - 16] + (turn(a, 7) ^ turn(a, 18) ^ (a >>> 3)) + w[t - 7] + (turn(b, 17) ^ turn(b, 19) ^ (b >>> 10));
		}
		let [a, b, c, d, e, f, g, h] = hash;
		for (let t = 0; t < 64; t++) {
			const one = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[t] + w[t]) | 0;
			const two = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
			[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
		}
		[a, b, c, d, e, f, g, h].forEach((value, n) => {
			hash[n] += value;
		});
	}
	const digest = new DataView(new ArrayBuffer(32));
	for (const [n, word] of hash.entries()) digest.setUint32(n * 4, word);
	return new Uint8Array(digest.buffer);
}

export const join = (...parts) => Uint8Array.from(parts.flatMap((part) => [...part]));
const hmac = (key, message) => {
	const pad = (byte) => Uint8Array.from({ length: 64 }, (_, n) => (key[n] ?? 0) ^ byte);
	return sha256(join(pad(0x5c), sha256(join(pad(0x36), message))));
};

// The scheme of docs/honest-deal.md, from its text alone.
const SCHEME = new TextEncoder().encode("pitboss-seal-2");
const tagged = (tag, ...fields) => join(SCHEME, [tag], ...fields);
const four = (number) => [number >>> 24, (number >>> 16) & 255, (number >>> 8) & 255, number & 255];
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
export const unhex = (text) => Uint8Array.from(text.match(/../g), (pair) => parseInt(pair, 16));
const codeOf = (card) => (card === "Jk" ? 52 : "23456789TJQKA".indexOf(card[0]) * 4 + "cdhs".indexOf(card[1]));
export const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
const isCards = (text) => typeof text === "string" && /^(|([2-9TJQKA][cdhs]|Jk)( ([2-9TJQKA][cdhs]|Jk))*)$/.test(text);
const isPlace = (number) => Number.isInteger(number) && number >= 0 && number < 65536;
const split = (text) => (text ? text.split(" ") : []);

export const houseSeal = (seed) => hex(sha256(tagged(0, seed)));

function linked(size, start, cards, salts, after) {
	const links = [after];
	for (let n = cards.length - 1; n >= 0; n--) {
		links.unshift(sha256(tagged(2, four(size), four(start + n), [codeOf(cards[n])], salts[n], links[0])));
	}
	return links;
}

// The order that the house's seed and the players' give.
export function shuffled(cards, seed, seeds) {
	const order = cards.slice().sort((a, b) => codeOf(a) - codeOf(b));
	const seats = Object.entries(seeds); // from low to high, as JavaScript orders whole numbers
	const fields = seats.flatMap(([seat, text]) => [[seat, text.length], new TextEncoder().encode(text)]);
	const players = sha256(tagged(4, [seats.length], ...fields));
	let block = 0,
		words = [];
	const draw = () => {
		if (!words.length) {
			const view = new DataView(hmac(seed, tagged(3, players, four(block++))).buffer);
			words = Array.from({ length: 8 }, (_, n) => view.getUint32(n * 4));
		}
		return words.shift();
	};
	for (let last = order.length - 1; last > 0; last--) {
		let word = draw();
		while (word >= 2 ** 32 - (2 ** 32 % (last + 1))) word = draw();
		const other = word % (last + 1);
		[order[last], order[other]] = [order[other], order[last]];
	}
	return order;
}

// Whether a proof has every field in its form, and cards that fit into its pack.
function isWellFormed({ version, commitment, house, next, after, size, start, cards, seeds, seed, order, salts }) {
	if (version !== 2 || ![commitment, house, next, after].every(isHash)) return false;
	if (!isPlace(size) || !isPlace(start) || !isCards(cards)) return false;
	if (!Object.entries(seeds).every(([seat, text]) => /^[1-9][0-9]?$/.test(seat) && /^[ -~]{1,64}$/.test(text)))
		return false;
	const many = split(cards).length;
	if (start + many > size) return false;
	return seed == null
		? order == null && Array.isArray(salts) && salts.length === many && salts.every(isHash)
		: salts == null && isHash(seed) && isCards(order) && split(order).length === size;
}

function allLinks(order, seed) {
	const salts = order.map((_, n) => hmac(seed, tagged(1, four(n))));
	return linked(order.length, 0, order, salts, new Uint8Array(32));
}

// The seals of an opened pack, by the place of the first card that each commits to.
export function sealsOf(proof) {
	return !isWellFormed(proof) || proof.seed == null ? [] : allLinks(split(proof.order), unhex(proof.seed)).map(hex);
}

// Each check of a proof: whether it holds, and in words.
export function checkSeal(proof) {
	if (!isWellFormed(proof)) return [[false, "The proof is malformed."]];
	const cards = split(proof.cards),
		end = proof.start + cards.length;
	const many = `The ${cards.length} cards of the round`;
	if (proof.seed == null) {
		const [link] = linked(proof.size, proof.start, cards, proof.salts.map(unhex), unhex(proof.after));
		const words = `${many} and their salts match its seal. The shoe is opened when it is used up.`;
		return [[hex(link) === proof.commitment, words]];
	}
	const seed = unhex(proof.seed),
		order = split(proof.order);
	const links = allLinks(order, seed);
	const isInPlace =
		order.slice(proof.start, end).join(" ") === proof.cards &&
		hex(links[proof.start]) === proof.commitment &&
		hex(links[end]) === proof.after;
	const players = Object.keys(proof.seeds).length;
	return [
		[houseSeal(seed) === proof.house, "The house's seed is the one it sealed before it knew the players' seeds."],
		[
			shuffled(order, seed, proof.seeds).join(" ") === proof.order,
			`The house's seed and ${players} of the players' give exactly this order of ${order.length} cards.`,
		],
		[isInPlace, `${many} are at their place in it and match its seal.`],
	];
}

// With the seals that were `promised` before the bets, if any were seen.
export function checkProof(round, promised) {
	const { proof } = round;
	const cards = split(proof.cards);
	const dealt = round.events.filter((event) => ["dealt", "burned"].includes(event.event)).map((event) => event.card);
	const same = promised && ["commitment", "house", "next"].every((name) => promised[name] === proof[name]);
	return [
		promised
			? [same, "The seals are those this browser was shown before the bets."]
			: [true, "This browser did not see the seal before the bets."],
		...checkSeal(proof),
		[dealt.every((card, n) => card === cards[n]), `The ${dealt.length} cards dealt are the first of them, in order.`],
	];
}
