// The heads of the house's journal that this browser saw: `pitboss audit --against HEAD` holds the house to them.
import { keep, setting } from "../settings.js";

const MOST = 100;

export const heads = () => {
  try {
    return JSON.parse(setting("heads", "[]"));
  } catch {
    return []; // somebody else wrote there
  }
};

export function keepHead(head) {
  const kept = heads();
  if (kept.at(-1)?.head === head) return;
  keep("heads", JSON.stringify([...kept, { head, seen: new Date().toISOString() }].slice(-MOST)));
}
