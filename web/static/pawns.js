// A token walks from where it stood to where it stands.
const WALK_MS = 700;

export function walk(places) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [id, x, y] of places) {
    const pawn = document.getElementById(id);
    if (!pawn?.animate || (pawn.dataset.x === x && pawn.dataset.y === y)) continue;
    const from = `translate(${x - pawn.dataset.x}px, ${y - pawn.dataset.y}px)`;
    pawn.animate([{ transform: from }, { transform: "none" }], { duration: WALK_MS, easing: "ease-in-out" });
  }
}
