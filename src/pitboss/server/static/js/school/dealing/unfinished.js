// Unfinished rounds and table tests by address, so that a reload continues them.

const name = (address) => `school-unfinished-${address}`;
const clock = (address) => `school-asked-${address}`;

export const here = () => location.pathname + location.search;

const read = (key) => {
	try {
		return JSON.parse(sessionStorage.getItem(key));
	} catch {
		return null; // a browser that keeps nothing
	}
};

const write = (key, value) => {
	try {
		sessionStorage.setItem(key, JSON.stringify(value));
	} catch {
		// without storage, a reload starts over
	}
};

export const unfinished = (address) => read(name(address));

export const keepUnfinished = (address, lesson) => write(name(address), lesson);

// The time at which question `n` was first asked, so that a reload gives no extra time.
export const askedAt = (address, answers) => {
	const kept = read(clock(address));
	const began = kept?.answers === answers ? kept.began : Date.now();
	write(clock(address), { answers, began });
	return performance.now() - Math.max(Date.now() - began, 0);
};

export const forget = (address) => {
	try {
		sessionStorage.removeItem(name(address));
		sessionStorage.removeItem(clock(address));
	} catch {
		// nothing was stored
	}
};
