// How the hands of one seat share the width of its mat: each in its place, and after a split side by side.

const CARD = 60;
const CORNER = 17; // what is seen of a card that another one covers: its rank and suit
const FAN = 25;
const DEALERS_FAN = 34;
const LEAST = 0.5;
const GAP = 8;

export const needs = (cards, step = CORNER) => CARD + step * Math.max(cards - 1, 0);

// From card to card of a hand that begins so far from the edge of the felt.
export const stepWithin = (room, size, many) =>
  Math.min(DEALERS_FAN, Math.max(room - (CARD / 2 + GAP) * size, 0) / Math.max(many - 1, 1));

const upright = (pile) => pile.cards.filter((node) => !node.across).length;

// The width of each hand of a row: the one that is asked about has all it needs, the others share the rest.
function widths(row, piles, marked) {
  const wants = piles.map((pile) => (pile === marked ? needs(upright(pile), FAN) + 14 : needs(upright(pile))) + GAP);
  const whole = wants.reduce((sum, want) => sum + want, 0);
  if (whole <= row) return wants;
  const kept = marked && piles.includes(marked) ? Math.min(wants[piles.indexOf(marked)], row * 0.45) : 0;
  const rest = (row - kept) / (whole - (kept ? wants[piles.indexOf(marked)] : 0));
  return wants.map((want, number) => (kept && piles[number] === marked ? kept : want * rest));
}

// The middle, size and step from card to card of every hand that lies in a row this wide.
export function rowOf(row, middle, size, piles, marked) {
  const each = widths(row / size, piles, marked);
  let left = middle / size - each.reduce((sum, width) => sum + width, 0) / 2;
  return new Map(
    piles.map((pile, number) => {
      const width = each[number];
      const many = upright(pile);
      const scale = Math.min(1, Math.max(LEAST, (width - GAP) / needs(many)));
      const step = many < 2 ? 0 : Math.min(FAN, Math.max((width - GAP) / scale - CARD, 0) / (many - 1)) * scale;
      const x = (left + width / 2) * size;
      left += width;
      return [pile, { x, size: scale * size, step: step * size, width: width * size }];
    }),
  );
}
