// The auction's clock: the server says how long is left, the bar runs down to it.
let running = 0;

export function startClocks() {
  cancelAnimationFrame(running);
  const bars = [...document.querySelectorAll("progress[data-left]")];
  if (!bars.length) return;
  const now = performance.now();
  const ends = bars.map((bar) => now + Number(bar.dataset.left));
  const whole = bars.map((bar) => Math.max(1, Number(bar.dataset.left)));
  const tick = (at) => {
    bars.forEach((bar, n) => (bar.value = Math.max(0, (100 * (ends[n] - at)) / whole[n])));
    if (ends.some((end) => end > at)) running = requestAnimationFrame(tick);
  };
  running = requestAnimationFrame(tick);
}
