// The heads of the house's journal that this browser saw: `pitboss audit --against HEAD` holds the house to them.
const MOST = 100;

export const heads = () => JSON.parse(localStorage.getItem("heads") ?? "[]");

export function keepHead(head) {
  const kept = heads();
  if (kept.at(-1)?.head !== head)
    localStorage.setItem("heads", JSON.stringify([...kept, { head, seen: new Date().toISOString() }].slice(-MOST)));
}
