// Checking a deal in the browser: the seals seen before the bets against what is revealed after them.

const K = new Uint32Array(64),
  START = new Uint32Array(8);
(function constants() {
  const root = (n, power) => Math.floor((n ** power % 1) * 2 ** 32);
  for (let n = 2, found = 0; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++)
      if (n % d === 0) {
        prime = false;
        break;
      }
    if (!prime) continue;
    K[found] = root(n, 1 / 3);
    if (found < 8) START[found] = root(n, 1 / 2);
    found++;
  }
})();

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
const isHash = (text) => typeof text === "string" && /^[0-9a-f]{64}$/.test(text);
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
  const seats = Object.keys(seeds)
    .map(Number)
    .sort((a, b) => a - b);
  const players = sha256(
    tagged(
      4,
      [seats.length],
      ...seats.map((seat) => join([seat, seeds[seat].length], new TextEncoder().encode(seeds[seat]))),
    ),
  );
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

// What is wrong with the form of a proof, or nothing.
function misshapen(proof) {
  if (proof.version !== 2) return "It is no proof of scheme 2.";
  if (![proof.commitment, proof.house, proof.next, proof.after].every(isHash)) return "A hash is not 64 hex digits.";
  if (!isPlace(proof.size) || !isPlace(proof.start) || !isCards(proof.cards))
    return "Its cards and places are not written as they must be.";
  if (!Object.entries(proof.seeds).every(([seat, seed]) => /^[1-9][0-9]?$/.test(seat) && /^[ -~]{1,64}$/.test(seed)))
    return "A player's seed is not written as it must be.";
  const many = split(proof.cards).length;
  if (proof.start + many > proof.size) return "It has more cards than the pack.";
  if (proof.seed == null)
    return proof.order == null && Array.isArray(proof.salts) && proof.salts.length === many && proof.salts.every(isHash)
      ? null
      : "It has not one salt for each card.";
  return proof.salts == null && isHash(proof.seed) && isCards(proof.order) && split(proof.order).length === proof.size
    ? null
    : "It does not hold the whole pack.";
}

function allLinks(order, seed) {
  const salts = order.map((_, n) => hmac(seed, tagged(1, four(n))));
  return linked(order.length, 0, order, salts, new Uint8Array(32));
}

// The seals of an opened pack, by the place of the first card that each commits to.
export function sealsOf(proof) {
  return misshapen(proof) || proof.seed == null ? [] : allLinks(split(proof.order), unhex(proof.seed)).map(hex);
}

// Each check of a proof: whether it holds, and in words.
export function checkSeal(proof) {
  const fault = misshapen(proof);
  if (fault) return [[false, fault]];
  const cards = split(proof.cards),
    end = proof.start + cards.length;
  if (proof.seed == null) {
    const links = linked(proof.size, proof.start, cards, proof.salts.map(unhex), unhex(proof.after));
    return [
      [
        hex(links[0]) === proof.commitment,
        `The ${cards.length} cards of the round, with their salts, give exactly its seal; ` +
          "the shoe is opened when it is used up.",
      ],
    ];
  }
  const seed = unhex(proof.seed),
    order = split(proof.order);
  const links = allLinks(order, seed);
  return [
    [houseSeal(seed) === proof.house, "The house's seed is the one it sealed before it knew the players' seeds."],
    [
      shuffled(order, seed, proof.seeds).join(" ") === proof.order,
      `The house's seed and ${Object.keys(proof.seeds).length} of the players' ` +
        `give exactly this order of ${order.length} cards.`,
    ],
    [
      order.slice(proof.start, end).join(" ") === proof.cards &&
        hex(links[proof.start]) === proof.commitment &&
        hex(links[end]) === proof.after,
      `The ${cards.length} cards of the round lie in it at their place, and give exactly its seal.`,
    ],
  ];
}

export function checkProof(round, promised, seen) {
  const { proof } = round;
  const cards = split(proof.cards);
  const dealt = round.events.filter((event) => ["dealt", "burned"].includes(event.event)).map((event) => event.card);
  const same = promised && ["commitment", "house", "next"].every((name) => promised[name] === proof[name]);
  return [
    [
      promised ? same : true,
      promised
        ? "The seals are those this page was shown before the bets."
        : "This page came too late to see the seal before the bets.",
    ],
    ...checkSeal(proof),
    [dealt.every((card, n) => card === cards[n]), `The ${dealt.length} cards dealt are the first of them, in order.`],
    [seen.every((card) => card === "??" || dealt.includes(card)), "Every card you saw was one of those."],
  ];
}
