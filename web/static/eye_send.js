// Sends pictures: one request at a time, so no picture waits; round trips map this phone's clock.
import { ask, ROOT } from "./ask.js";

const PATIENCE_MS = 5000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 2000];
const ASK_TIME_MS = 5000; // between two round trips without a picture; quick ones are the best
const SLACK_MS = 8; // pictures come in steps of their own
const MOVING_MS = 1500; // so long after the last change they are sent fast: that rest is seen

export class Sender {
  #told; #run = ""; #number = 0; #trip = null; #busy = false; #pause = 0;
  #wanted = { rate: 2, fast: 12, width: 1280, quality: 0.8 };
  #dueAt = 0; #askedAt = 0; #fastUntil = 0; #notBefore = 0;

  // `told.answer(answer)` for each answer, `told.away()` when none came.
  constructor(told) {
    this.#told = told;
  }

  get run() { return this.#run; }

  // Begin anew: the camera was opened, or the companion does not remember us.
  async begin() {
    this.#run = "";
    const answer = await this.#post("begin", {});
    if (answer?.run) [this.#run, this.#number, this.#askedAt] = [answer.run, 0, 0];
    for (let n = 0; this.#run && n < 3; n += 1) await this.#ask();
  }

  end() {
    this.#run = "";
  }

  // The network is back: no pause is waited out.
  hurry() {
    this.#pause = this.#notBefore = 0;
  }

  // Say that we stop; goes out even while the page is closed.
  leave(why) {
    if (this.#run) navigator.sendBeacon(`${ROOT}/eye/leave?${new URLSearchParams({ run: this.#run, why })}`);
  }

  // Take one picture of the camera, if it is time for one; `changed`: since the last that was sent.
  async look(camera, taken, changed) {
    const now = performance.now();
    if (changed) this.#fastUntil = now + MOVING_MS;
    if (this.#busy || now < this.#notBefore) return;
    const { rate, fast } = this.#wanted;
    const each = rate > 0 && now < this.#fastUntil ? Math.max(fast, rate) : rate;
    const dueAt = Math.min(this.#dueAt, now + 1000 / each); // it was later while nothing moved
    const isDue = each > 0 && now >= dueAt - SLACK_MS;
    if (!isDue && now - this.#askedAt < (each > 0 ? ASK_TIME_MS : 2000)) return;
    this.#busy = true;
    try {
      if (!this.#run) await this.begin();
      else if (!this.#trip) await this.#ask(); // a large body may go unanswered, this one does not
      else if (isDue) {
        this.#dueAt = Math.max(dueAt + 1000 / each, now);
        await this.#send(camera, taken);
      }
      else await this.#ask();
    } finally {
      this.#busy = false;
    }
  }

  async #send(camera, taken) {
    const blob = await camera.picture(this.#wanted.width, this.#wanted.quality);
    if (!blob || !this.#run) return;
    this.#number += 1;
    await this.#post("frame", { n: this.#number, taken: taken / 1000, ...camera.down }, blob);
  }

  async #ask() {
    this.#askedAt = performance.now();
    await this.#post("time", {});
  }

  async #post(what, more, body) {
    const asked = performance.now() / 1000;
    const query = new URLSearchParams({ run: this.#run, sent: asked, ...more, ...(this.#trip ?? {}) });
    let answer = null;
    try {
      const headers = body ? { "Content-Type": "image/jpeg" } : {};
      let heard = 0;
      const read = (come) => {
        heard = performance.now() / 1000;
        if (come.status >= 500) throw new Error(come.statusText);
        return come.json();
      };
      answer = await ask(`${ROOT}/eye/${what}?${query}`, { method: "POST", body, headers }, read, { limit: PATIENCE_MS });
      if ("now" in answer) this.#trip = { asked, told: answer.now, heard };
      this.#pause = 0;
    } catch {
      this.#pause = Math.min(2 * this.#pause || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
      this.#notBefore = performance.now() + this.#pause;
      this.#trip = null;
      this.#told.away();
      return null;
    }
    if (answer.wanted) this.#wanted = answer.wanted;
    if (answer.frame === "unknown") this.#run = "";
    this.#told.answer(answer);
    return answer;
  }
}
