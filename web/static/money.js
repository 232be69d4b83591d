// Money that is counted up or down; the server wrote the final amount, only its digits run.
const STEP_MS = 450;

export function countTo(place, before) {
  const after = Number(place?.dataset.amount);
  if (!place || !Number.isFinite(before) || before === after) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const written = place.textContent;
  const digits = written.match(/\d[\d.,\u00a0 ]*\d|\d/);
  if (!digits) return;
  const separator = digits[0].match(/[^\d]/)?.[0] ?? (after >= 1000 ? "" : ",");
  const start = performance.now();
  const step = (now) => {
    if (!place.isConnected || Number(place.dataset.amount) !== after) return;
    const part = Math.min(1, (now - start) / STEP_MS);
    const shown = Math.round(before + (after - before) * (1 - (1 - part) ** 3));
    const text = String(Math.abs(shown)).replace(/\B(?=(\d{3})+$)/g, separator);
    place.textContent = part < 1 ? written.replace(digits[0], text) : written;
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}
