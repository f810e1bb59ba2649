// Small helpers: money in words, elements from data, what went wrong.

export const money = (cents) => {
  const whole = Math.trunc(Math.abs(cents) / 100).toLocaleString("en-US");
  const rest = Math.abs(cents) % 100;
  return `${cents < 0 ? "−" : ""}$${whole}${rest ? "." + String(rest).padStart(2, "0") : ""}`;
};

export const el = (name, attributes = {}, ...children) => {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, "");
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
};

export const svg = (name, attributes = {}, ...children) => {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) if (value != null) node.setAttribute(key, value);
  node.append(...children);
  return node;
};

// A word on a small plate, as wide as it needs to be.
export const pill = (words, kind) => {
  const wide = Math.max(String(words).length * 9.2 + 14, 26);
  const text = svg("text", { y: 5.5 });
  text.textContent = words;
  return svg("g", { class: `pill ${kind}` }, svg("rect", { x: -wide / 2, y: -11, width: wide, height: 22, rx: 11 }), text);
};

let fading;
export const complain = (sentence) => {
  const box = document.getElementById("alert");
  box.textContent = sentence;
  box.classList.add("shown");
  clearTimeout(fading);
  fading = setTimeout(() => box.classList.remove("shown"), 5000);
};

export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
export const isNarrow = () => matchMedia("(max-width: 820px)").matches;

export async function ask(method, path, body) {
  const response = await fetch(path, {
    method,
    headers: body ? { "Content-Type": "application/json" } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  const data = await response.json();
  if (!response.ok) throw Object.assign(new Error(data.reason ?? "the house did not understand"), data);
  return data;
}
