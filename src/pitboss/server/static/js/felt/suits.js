// The four suits.
import { svg } from "../words.js";

const SUITS = {
  h: "M10 18.4C4 13 1 9.6 1 6a4.6 4.6 0 0 1 9-1.5A4.6 4.6 0 0 1 19 6c0 3.6-3 7-9 12.4Z",
  d: "M10 .8Q13 6 17.6 10Q13 14 10 19.2Q7 14 2.4 10Q7 6 10 .8Z",
  s:
    "M10 1C14 6 19 8.5 19 12.4a4.2 4.2 0 0 1-7.8 2Q11.5 17.6 13.7 19" +
    "H6.3Q8.5 17.6 8.8 14.4a4.2 4.2 0 0 1-7.8-2C1 8.5 6 6 10 1Z",
  c:
    "M10 1a4.1 4.1 0 0 1 3.3 6.6a4.1 4.1 0 1 1-2.1 6.5Q11.5 17.4 13.7 19" +
    "H6.3Q8.5 17.4 8.8 14.1a4.1 4.1 0 1 1-2.1-6.5A4.1 4.1 0 0 1 10 1Z",
};

export const suit = (letter, x, y, size, colour, turned = false) => {
  const over = turned ? " rotate(180 10 10)" : "";
  const place = `translate(${x - size / 2} ${y - size / 2}) scale(${size / 20})${over}`;
  return svg("path", { d: SUITS[letter], fill: colour, transform: place });
};
