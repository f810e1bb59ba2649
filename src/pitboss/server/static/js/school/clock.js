// The countdown for an answer.
const EVERY = 250;

// Show the remaining time in a node. Return the interval, to be cleared by the caller.
export function countDown(node, seconds, asked) {
	const show = () => {
		const rest = Math.ceil(seconds - (performance.now() - asked) / 1000);
		node.textContent = rest > 0 ? `${rest} s` : `over ${seconds} s`;
		node.style.setProperty("--left", Math.max(rest / seconds, 0));
		node.classList.toggle("bad", rest <= 0);
	};
	node.title = `Target: ${seconds} seconds`;
	show();
	return setInterval(show, EVERY);
}
