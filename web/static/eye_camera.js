// The camera of this phone: opened, its knobs, each picture with the time at which it was taken, and
// whether something has changed in it since the last one that was sent.
const LOOK_MS = 60; // between two looks for motion: every other picture of most cameras
const STALLED_MS = 400; // without word of a new picture
const [COLUMNS, ROWS] = [64, 36];
const [LEVELS, CELLS] = [14, 2]; // so much, in so many cells, is a change
const ASKED = { facingMode: { ideal: "environment" }, width: { ideal: 1920 }, height: { ideal: 1080 } };
const KEPT = "eye";

export class EyeCamera {
  #video; #gravity; #told; #track = null; #small = canvasOf(COLUMNS, ROWS); #large = canvasOf(1, 1);
  #sent = null; #seen = null; #lookedAt = 0; #wordAt = 0; #timer = 0;

  // `told.picture(taken, changed)` for each look, `told.ended()`, `told.taken(is)`.
  constructor(video, gravity, told) {
    [this.#video, this.#gravity] = [video, gravity];
    this.#told = told;
  }

  async open() {
    this.close();
    const stream = await navigator.mediaDevices.getUserMedia({ video: ASKED, audio: false });
    [this.#track] = stream.getVideoTracks();
    const track = this.#track;
    track.addEventListener("ended", () => track === this.#track && this.#told.ended());
    track.addEventListener("mute", () => track === this.#track && this.#told.taken(true));
    track.addEventListener("unmute", () => track === this.#track && this.#told.taken(false));
    this.#video.srcObject = stream;
    await this.#video.play();
    await this.#restore();
    this.#wait();
    const tells = "requestVideoFrameCallback" in this.#video; // of each new picture
    this.#timer = setInterval(() => this.#stalled(tells ? STALLED_MS : 0), tells ? STALLED_MS / 2 : LOOK_MS);
  }

  close() {
    clearInterval(this.#timer);
    const track = this.#track;
    this.#track = this.#sent = this.#seen = null;
    track?.stop();
    this.#video.srcObject = null;
  }

  // Which way is down in its picture: {right, bottom, into}; {} where nobody knows.
  get down() {
    return this.#track?.getSettings?.().facingMode === "user" ? {} : this.#gravity.down;
  }

  get isOpen() { return this.#track?.readyState === "live"; }

  get size() { return [this.#video.videoWidth, this.#video.videoHeight]; }

  // A JPEG of what the video shows; its longer side has so many pixels, or as many as there are.
  picture(longest, quality) {
    const [width, height] = this.size;
    const factor = Math.min(1, longest / Math.max(width, height));
    const [wide, high] = [Math.round(width * factor), Math.round(height * factor)];
    if (this.#large.width !== wide) this.#large.width = wide;
    if (this.#large.height !== high) this.#large.height = high;
    this.#large.getContext("2d").drawImage(this.#video, 0, 0, wide, high);
    this.#sent = this.#seen;
    return new Promise((done) => this.#large.toBlob(done, "image/jpeg", quality));
  }

  // Sets a knob and remembers it.
  async set(name, value) {
    const kept = { ...knobs(), [name]: value };
    localStorage.setItem(KEPT, JSON.stringify(kept));
    await this.#apply(name, value);
  }

  // The knobs that this camera has: name -> what it can, and how it stands.
  get knobs() {
    const can = this.#track?.getCapabilities?.() ?? {};
    const now = this.#track?.getSettings?.() ?? {};
    const names = ["zoom", "focusDistance", "exposureCompensation", "torch"];
    return Object.fromEntries(names.filter((name) => name in can).map((name) => [name, { can: can[name], now: now[name] }]));
  }

  async #restore() {
    const there = this.knobs;
    for (const [name, value] of Object.entries(knobs())) if (name in there) await this.#apply(name, value);
  }

  async #apply(name, value) {
    const modes = { focusDistance: { focusMode: "manual" }, exposureCompensation: { exposureMode: "continuous" } };
    try {
      await this.#track?.applyConstraints({ advanced: [{ ...modes[name], [name]: value }] });
    } catch {
      // It cannot after all: it stays as it is.
    }
  }

  #wait() {
    if (!this.#track || !this.#video.requestVideoFrameCallback) return;
    this.#video.requestVideoFrameCallback((now, told) => {
      this.#wordAt = now;
      this.#look(now, takenAt(told));
      this.#wait();
    });
  }

  #stalled(patience) {
    const now = performance.now();
    if (now - this.#wordAt > patience && this.#track && !this.#track.muted) this.#look(now, now);
  }

  #look(now, taken) {
    if (now - this.#lookedAt < LOOK_MS || !this.#video.videoWidth) return;
    this.#lookedAt = now;
    const context = this.#small.getContext("2d", { willReadFrequently: true });
    context.drawImage(this.#video, 0, 0, COLUMNS, ROWS);
    this.#seen = greys(context.getImageData(0, 0, COLUMNS, ROWS).data);
    this.#told.picture(taken, differ(this.#sent, this.#seen));
  }
}

function canvasOf(width, height) {
  return Object.assign(document.createElement("canvas"), { width, height });
}

// The camera's own word, where it can be true; else when the picture was shown, or now.
function takenAt({ captureTime, presentationTime }) {
  const now = performance.now();
  const good = (time) => time <= now && now - time < 1000;
  return [captureTime, presentationTime].find(good) ?? now;
}

function greys(data) {
  const found = new Int16Array(COLUMNS * ROWS);
  for (let n = 0; n < found.length; n += 1) found[n] = (data[4 * n] + 2 * data[4 * n + 1] + data[4 * n + 2]) >> 2;
  return found;
}

// Whether some cells differ by more than the light as a whole does.
function differ(before, now) {
  if (!before) return true;
  let shift = 0;
  for (let n = 0; n < now.length; n += 1) shift += now[n] - before[n];
  shift /= now.length;
  let cells = 0;
  for (let n = 0; n < now.length; n += 1) if (Math.abs(now[n] - before[n] - shift) > LEVELS) cells += 1;
  return cells >= CELLS;
}

function knobs() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}
