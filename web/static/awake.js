// Keeps a screen awake. `stayAwake` is to be called in a tap, before anything is waited for: without
// the wake lock of secure addresses a silent clip has to play, and phones begin one in a tap alone.
let [wanted, lock, clip] = [false, null, null];

export function stayAwake(source) {
  wanted = true;
  play(source);
  hold();
}

export function mayDoze() {
  wanted = false;
  clip?.pause();
  lock?.release().catch(() => {});
  lock = null;
}

document.addEventListener("visibilitychange", () => {
  if (wanted && !document.hidden) hold();
});

function play(source) {
  if (!clip && source) {
    clip = Object.assign(document.createElement("video"), { src: source, loop: true, playsInline: true });
    clip.setAttribute("playsinline", "");
  }
  if (!lock) clip?.play().catch(() => {}); // without a tap it may not: the wake lock is all there is
}

// The browser takes the lock back whenever the page is hidden, or the battery is low.
async function hold() {
  if (lock) return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => { lock = null; });
    if (wanted) clip?.pause();
    else mayDoze();
  } catch {
    lock = null;
    if (wanted) clip?.play().catch(() => {});
  }
}
