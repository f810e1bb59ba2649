// What a player chose once and finds again: hints, the dealer's pace, what is read aloud, what was shown already.

const here = new Map(); // of a browser that keeps nothing: it holds until the page is closed

const kept = (name, otherwise) => {
  try {
    return localStorage.getItem(name) ?? otherwise;
  } catch {
    return here.get(name) ?? otherwise;
  }
};

export const keep = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    here.set(name, value);
  }
};

export const setting = kept;

// The longest that anybody waits for the dealer's motions, in milliseconds, and how much each of them is drawn out.
export const PACES = {
  calm: { most: 9000, slow: 1.7, words: "Calm" },
  normal: { most: 3600, slow: 1, words: "Normal" },
  quick: { most: 1400, slow: 0.45, words: "Quick" },
  instant: { most: 0, slow: 0, words: "Instant" },
};

export const pace = () => PACES[kept("pace", "normal")] ?? PACES.normal;
