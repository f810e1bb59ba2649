// A round or a table test that is not over, by its address: who reloads the page goes on where it was.

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
    // a browser that keeps nothing: a reload begins anew
  }
};

export const unfinished = (address) => read(name(address));

export const keepUnfinished = (address, lesson) => write(name(address), lesson);

// When the question after so many answers was asked first, on this page's clock: a reload gives no new time.
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
    // nothing was kept
  }
};
