// The time that an answer may take, counted down to nothing.
const EVERY = 250;

// Shows in the node how much is left since the question was asked; what it gives back ends it with clearInterval.
export function countDown(node, seconds, asked) {
  const show = () => {
    const rest = Math.ceil(seconds - (performance.now() - asked) / 1000);
    node.textContent = rest > 0 ? `target ${seconds} s: ${rest} s left` : `Over the target of ${seconds} s`;
    node.classList.toggle("bad", rest <= 0);
  };
  show();
  return setInterval(show, EVERY);
}
