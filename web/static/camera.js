// The simulated camera's picture, fetched again and again while somebody looks; and the lamps.
import { ROOT } from "./live.js";

const EVERY_MS = 250;
const LAMPS_EVERY = 3;

export function watchCamera() {
  const seen = () => document.querySelector("img[data-camera]");
  if (!seen() && !document.querySelector("[data-camera-later]")) return;
  let round = 0;
  const next = async () => {
    const picture = seen();
    if (picture && !document.hidden) {
      const fresh = new Image();
      fresh.src = `${picture.dataset.camera}?${Date.now()}`;
      await fresh.decode().then(() => (picture.src = fresh.src)).catch(() => {});
      if ((round = (round + 1) % LAMPS_EVERY) === 0) await lamps();
    }
    setTimeout(next, EVERY_MS);
  };
  next();
}

async function lamps() {
  const places = document.querySelectorAll("[data-lamp]");
  if (!places.length) return;
  try {
    const shown = await (await fetch(`${ROOT}/simulated/lamps`)).json();
    for (const place of places) place.className = `lamp ${shown[place.dataset.lamp] ?? "off"}`;
  } catch {
    // No connection: the next round asks again.
  }
}
