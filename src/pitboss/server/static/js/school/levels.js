// The levels of dealing it yourself, their addresses, and how far one has come.
import { keep, setting } from "../settings.js";
import { rulesOf } from "./house.js";

export const LEVELS = [
  ["watch", "Watch", "The dealer deals and explains."],
  ["guided", "Guided", "You deal, with hints."],
  ["alone", "Alone", "No hints."],
  ["clock", "Against the clock", "Each answer has a time."],
  ["act-up", "A rough table", "By the clock; players act up."],
];

const NUMBERS = 1_000_000;

export const newSeed = () => Math.floor(Math.random() * NUMBERS);

// A page of the school with what it is asked, house rules too: whoever opens the address gets the same.
export const at = (path, asked, rules) => {
  const query = new URLSearchParams({ ...asked, ...(rules ? { rules } : {}) }).toString();
  return `/school/${path}${query ? `?${query}` : ""}`;
};

// The first round of a level is a rich one, chosen beside the game; whoever has met it gets any other.
export const lessonAt = (game, level, rules, firsts = {}) => {
  const first = setting(met(game, level), "") ? undefined : firsts[level];
  return at(game, { level, seed: first ?? newSeed() }, rules);
};

const met = (game, level) => `school-met-${game}-${level}`;

export const meet = (game, level) => keep(met(game, level), "yes");

const done = (game, level) => `school-done-${game}-${level}`;

export const finish = (game, level) => keep(done(game, level), "yes");

// How far one has come: the place of the next level. Who has dealt elsewhere is past watching.
export const nextLevel = ({ name, has_dealt: hasDealt }) => {
  const last = LEVELS.findLastIndex(([level]) => setting(done(name, level), ""));
  return Math.min(last < 0 && hasDealt ? 1 : last + 1, LEVELS.length - 1);
};

// A round for motions that are not mastered: without hints for who has dealt a guided one.
export const dealAt = (game, rules = rulesOf(game)) =>
  lessonAt(game, setting(done(game, "guided"), "") ? "alone" : "guided", rules);
