// Consistency proofs of the house's log (docs/honest-deal.md, "The log"; RFC 9162, 2.1.4.2).
import { hex, join, sha256, unhex } from "./verify.js";

const nodeHash = (left, right) => sha256(join([1], left, right));
const half = (number) => Math.floor(number / 2);

// Whether the log of `second.size` entries begins with the whole log of `first.size`. Heads are { size, root }.
export function isConsistent(first, second, path) {
  if (first.size === second.size) return path.length === 0 && first.root === second.root;
  if (first.size === 0) return path.length === 0;
  if (first.size > second.size) return false;
  let [at, last] = [first.size - 1, second.size - 1];
  while (at % 2) [at, last] = [half(at), half(last)];
  const nodes = at === 0 ? [first.root, ...path] : [...path];
  if (!nodes.length || !nodes.every((node) => /^[0-9a-f]{64}$/.test(node))) return false;
  let was = unhex(nodes[0]);
  let now = was;
  for (const node of nodes.slice(1).map(unhex)) {
    if (last === 0) return false;
    if (at % 2 || at === last) {
      [was, now] = [nodeHash(node, was), nodeHash(node, now)];
      while (at && at % 2 === 0) [at, last] = [half(at), half(last)];
    } else now = nodeHash(now, node);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && hex(was) === first.root && hex(now) === second.root;
}
