// Checking a deal in the browser: the commitment seen before the bets against the cards revealed after them.

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
export function sha256(text) {
  const bytes = new TextEncoder().encode(text);
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
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

export function checkProof(round, promised, seen) {
  const { proof } = round;
  const cards = proof.cards.split(" ");
  const salts = proof.salts ?? cards.map((_, n) => sha256(`${proof.secret} ${proof.start + n}`));
  let link = proof.after;
  for (let n = cards.length - 1; n >= 0; n--) link = sha256(`${salts[n]} ${cards[n]} ${link}`);
  const dealt = round.events.filter((event) => ["dealt", "burned"].includes(event.event)).map((event) => event.card);
  return [
    [
      promised ? promised === proof.commitment : true,
      promised
        ? "The seal is the one this page was shown before the bets."
        : "This page came too late to see the seal before the bets.",
    ],
    [link === proof.commitment, `The ${cards.length} cards revealed, with their salts, give exactly that seal.`],
    [dealt.every((card, n) => card === cards[n]), `The ${dealt.length} cards dealt are the first of them, in order.`],
    [seen.every((card) => card === "??" || dealt.includes(card)), "Every card you saw was one of those."],
  ];
}
