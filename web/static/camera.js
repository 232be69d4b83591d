// The simulated camera's picture, fetched again and again while somebody looks; and the lamps.
import { ask, LIMIT_MS, ROOT } from "./ask.js";

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
      const limit = setTimeout(() => (fresh.src = ""), LIMIT_MS); // frees its line
      await fresh.decode().then(() => (picture.src = fresh.src)).catch(() => {});
      clearTimeout(limit);
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
    const shown = await ask(`${ROOT}/simulated/lamps`, {}, (answer) => answer.json());
    for (const place of places) place.className = `lamp ${shown[place.dataset.lamp] ?? "off"}`;
  } catch {
    // No connection: the next round asks again.
  }
}
