// The auction's clock: the server says how long is left, the bar runs down to it.
let running = 0;
let counting = 0;

export function startClocks() {
  countDown();
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

// A round's clock, in figures: it changes at the same moment on all pages, and says when it is over.
function countDown() {
  clearTimeout(counting);
  const now = performance.now();
  const clocks = [...document.querySelectorAll("[data-ends]")];
  const ends = clocks.map((clock) => now + Number(clock.dataset.ends) - age(clock));
  const tick = () => {
    const left = ends.map((end) => end - performance.now());
    clocks.forEach((clock, n) => show(clock, Math.ceil(left[n] / 1000)));
    const next = left.filter((ms) => ms > 0).map((ms) => ms % 1000);
    if (next.length) counting = setTimeout(tick, Math.min(...next) + 1);
  };
  tick();
}

// So many milliseconds ago a page was drawn that all who ask share.
function age(clock) {
  return Number(clock.closest("[data-age]")?.dataset.age ?? 0);
}

function show(clock, seconds) {
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const parts = h > 0 ? [h, pad(m), pad(s)] : [m, pad(s)];
  const words = seconds > 0 ? parts.join(":") : clock.dataset.over;
  if (clock.textContent !== words) clock.textContent = words;
  clock.classList.toggle("over", seconds <= 0);
  const held = document.getElementById(clock.dataset.holds);
  if (held) held.disabled = seconds > 0;
}

const pad = (number) => String(number).padStart(2, "0");
