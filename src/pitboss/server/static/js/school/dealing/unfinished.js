// A round or a table test that is not over, by its address: who reloads the page goes on where it was.

const name = (address) => `school-unfinished-${address}`;

export const here = () => location.pathname + location.search;

export const unfinished = (address) => {
  try {
    return JSON.parse(sessionStorage.getItem(name(address)));
  } catch {
    return null; // a browser that keeps nothing
  }
};

export const keepUnfinished = (address, lesson) => {
  try {
    sessionStorage.setItem(name(address), JSON.stringify(lesson));
  } catch {
    // a browser that keeps nothing: a reload begins anew
  }
};

export const forget = (address) => {
  try {
    sessionStorage.removeItem(name(address));
  } catch {
    // nothing was kept
  }
};
