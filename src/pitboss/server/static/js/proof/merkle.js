// Proofs of the house's log (docs/honest-deal.md, "The log"; RFC 9162, 2.1.3.2 and 2.1.4.2).
import { hex, isHash, join, sha256, unhex } from "./verify.js";

const nodeHash = (left, right) => sha256(join([1], left, right));
const half = (number) => Math.floor(number / 2);
const isPath = (path) => Array.isArray(path) && path.every(isHash);

// Climb from entry `at` of `last + 1` to the root. Only the last of `roots` grows with entries to its right.
function climb(at, last, roots, path) {
	for (const node of path.map(unhex)) {
		if (last === 0) return [];
		if (at % 2 || at === last) {
			roots = roots.map((root) => nodeHash(node, root));
			while (at && at % 2 === 0) [at, last] = [half(at), half(last)];
		} else roots = [...roots.slice(0, -1), nodeHash(roots.at(-1), node)];
		[at, last] = [half(at), half(last)];
	}
	return last === 0 ? roots.map(hex) : [];
}

// Whether the entry `text` is number `place` (from 0) of the log with this head { size, root }.
export function isIncluded(text, place, { size, root }, path) {
	if (!isPath(path) || !(place >= 0 && place < size)) return false;
	const leaf = sha256(join([0], new TextEncoder().encode(text)));
	return climb(place, size - 1, [leaf], path)[0] === root;
}

// Whether the log of `second.size` entries begins with the whole log of `first.size`. Heads are { size, root }.
export function isConsistent(first, second, path) {
	if (!isPath(path)) return false;
	if (first.size === second.size) return path.length === 0 && first.root === second.root;
	if (first.size === 0) return path.length === 0;
	if (first.size > second.size) return false;
	let [at, last] = [first.size - 1, second.size - 1];
	while (at % 2) [at, last] = [half(at), half(last)];
	const [start, ...nodes] = at === 0 ? [first.root, ...path] : path;
	if (!start) return false;
	const [was, now] = climb(at, last, [unhex(start), unhex(start)], nodes);
	return was === first.root && now === second.root;
}
