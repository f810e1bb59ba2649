// Styles that only some pages need: asked for with their page, and there before it is shown.
const asked = new Map();

const style = (name) => {
  if (!asked.has(name)) asked.set(name, fetched(name));
  return asked.get(name);
};

const fetched = (name) =>
  new Promise((done, failed) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = new URL(`../css/${name}.css`, import.meta.url).href;
    link.onload = done;
    link.onerror = () => {
      link.remove();
      asked.delete(name);
      failed(new Error("its styles did not come"));
    };
    document.head.append(link);
  });

export const styles = (names) => Promise.all(names.map(style));
