// A double click and a held key say one thing: what comes on the screen meanwhile is not answered by them.

export const once = (act) => (event) => {
  if (event.detail <= 1) act();
};

// Whether a key is only held down; then it presses no button that came under it.
export const isHeld = (event) => {
  if (event.repeat && (event.key === "Enter" || event.key === " ")) event.preventDefault();
  return event.repeat;
};

// Numbers choose; in the tray they add chips, Backspace starts again and Enter pays.
export function press(act, key) {
  if (key === "Backspace") act.querySelector("[data-key=clear]")?.click();
  if (key === "Enter" && document.activeElement.tagName !== "BUTTON") {
    act.querySelector("[data-key=pay]:not(:disabled)")?.click();
  }
  const place = Number(key) - 1;
  if (place >= 0 && place < 9) act.querySelectorAll(".option, .chip-of-tray")[place]?.click();
}
