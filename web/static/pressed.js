// What was pressed and may have come, or may come yet: until the table says that it was booked,
// pressing the same once more is the same command, though the page was fresh or loaded anew meanwhile.
const KEPT = "pressed"; // in this tab: as [what was pressed, its id]
const MOST = 8;

const kept = () => {
  try {
    return new Map(JSON.parse(sessionStorage.getItem(KEPT) ?? "[]"));
  } catch {
    return new Map();
  }
};

const keep = (all) => sessionStorage.setItem(KEPT, JSON.stringify([...all].slice(-MOST)));

// crypto.randomUUID does not exist on plain http.
export function random() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join("");
}

// Return the id of a press: that of the same one, if nobody knows what became of it.
export function idOf(pressed) {
  const all = kept();
  const id = all.get(pressed) ?? random();
  keep(all.set(pressed, id));
  return id;
}

// It was answered, or never sent.
export function forget(pressed) {
  const all = kept();
  if (all.delete(pressed)) keep(all);
}

// The ids that a page is asked with.
export const waiting = () => [...kept().values()].join(" ");

// A page came, and with it which of them were booked before; who does not say it remembers none.
export function settle(asked, booked) {
  const over = new Set((booked ?? asked).split(" "));
  const all = [...kept()];
  const left = all.filter(([, id]) => !over.has(id));
  if (left.length < all.length) keep(left);
}
