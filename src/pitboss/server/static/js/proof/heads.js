// The heads of the house's books that this browser saw. The house must prove that its log contains them all.
import { raise } from "./alarm.js";
import { isConsistent } from "./merkle.js";
import { keep, setting } from "../settings.js";
import { ask } from "../words.js";

const MOST = 100;
const PAUSE = 60_000; // between two checks while you play

// The stored heads, oldest first: { head, log, seen } of the journal and the log.
export const heads = () => stored("heads", []);
// The last head that the house proved to contain all before: { size, root, key, seen, since }.
export const provenHead = () => stored("log-head", null);

function stored(name, otherwise) {
  try {
    return JSON.parse(setting(name, "null")) ?? otherwise;
  } catch {
    return otherwise; // another page wrote there
  }
}

// A round ended: store its heads, and check the log now and then.
export function keepHead(head, log) {
  const known = heads();
  if (known.at(-1)?.head === head) return;
  keep("heads", JSON.stringify([...known, { head, log, seen: new Date().toISOString() }].slice(-MOST)));
  if (Date.now() >= (keepHead.due ?? 0)) checkLog().catch(() => {});
}

// Whether the house at this address still has the books this browser saw. Raises the alarm if they were rolled back.
export async function checkLog() {
  keepHead.due = Date.now() + PAUSE;
  const [before, seen] = [provenHead(), lastSeen()]; // read first: another tab may store a later one meanwhile
  const head = await ask("GET", "/api/log/head");
  const first = [before, seen].filter(Boolean).sort((one, other) => other.size - one.size)[0];
  const isProved = (await isContained(before, head)) && (await isContained(seen, head));
  if (!isProved) return refuse(first, before, head);
  const now = new Date().toISOString();
  const { size, root, key, signature, at } = head;
  keep("log-head", JSON.stringify({ size, root, key, signature, at, seen: now, since: before?.since ?? now }));
  return true;
}

// The log's head of the last round that this browser saw end.
function lastSeen() {
  const [, size, root] = /^(\d+):([0-9a-f]{64})$/.exec(heads().at(-1)?.log ?? "") ?? [];
  return root ? { size: Number(size), root } : null;
}

async function isContained(first, head) {
  if (!first) return true;
  if (first.size >= head.size) return isConsistent(first, head, []);
  const { path } = await ask("GET", `/api/log/consistency?first=${first.size}&second=${head.size}`);
  return isConsistent(first, head, path);
}

function refuse(first, before, head) {
  const evidence = { seen: first, shown: head };
  if (before && before.key !== head.key) {
    const words = "This is another house than the one this browser knew here: its key and its books are new.";
    raise({ code: "another-house", words, evidence });
  } else {
    const words = "The house's books were rolled back or rewritten: they no longer contain what this browser saw.";
    raise({ code: "books-rolled-back", words, evidence });
  }
  return false;
}
