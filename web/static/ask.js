// Every request of the pages is made here: it has a limit, and it ends. A phone's lines die silently,
// and a browser holds no more than six to a host: what is given up frees its own.
export const ROOT = document.documentElement.dataset.root ?? ""; // what this table's addresses begin with
export const LIMIT_MS = 8000;
export const UPLOAD_MS = 30_000; // a photograph over a weak Wi-Fi
const REACH_MS = 3000;
const WIDER_MS = 600; // then as many lines are tried at once as a browser holds
const MORE = 5;

let reaching = null;
let wasReached = true; // all lines that died are freed at the first try that fails

// Ask, and return what `read` makes of the answer.
export async function ask(where, how, read, { limit = LIMIT_MS, stop = new AbortController() } = {}) {
  const timer = setTimeout(() => stop.abort(), limit);
  try {
    return await read(await fetch(where, { cache: "no-store", ...how, signal: stop.signal }));
  } finally {
    clearTimeout(timer);
  }
}

// Whether somebody answers: the status, or 0. Lines that have died are freed on the way.
export function reach() {
  reaching ??= tried().finally(() => { reaching = null; });
  return reaching;
}

async function tried() {
  const stop = new AbortController();
  const one = (number) => // HEAD of a small file: no page is drawn to answer it
    ask(`${ROOT}/static/look.css?reach=${number}`, { method: "HEAD" }, (answer) => answer.status, { limit: REACH_MS, stop });
  const all = Array.from({ length: wasReached ? MORE : 0 }, (_none, number) => pause(WIDER_MS)
    .then(() => (stop.signal.aborted ? 0 : one(number + 1))));
  try {
    const status = await Promise.any([one(0), ...all]);
    wasReached = true;
    return status;
  } catch {
    wasReached = false;
    return 0;
  } finally {
    stop.abort();
  }
}

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));
