// The page of a phone in a stand: one tap opens the camera and offers it, then it stays awake, dark.
import { mayDoze, stayAwake } from "./awake.js";
import { EyeCamera } from "./eye_camera.js";
import { Gravity } from "./eye_gravity.js";
import { Sender } from "./eye_send.js";
import { ask as asked, ROOT } from "./ask.js";

const POLL_MS = 1500;
const ASK_AGAIN_MS = 10_000;
const DARK_AFTER_MS = 30_000;
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [250, 2000];

const find = (name) => document.getElementById(`eye-${name}`);
const place = find("page");
const [said, figures, start, video, dark] = ["said", "figures", "start", "video", "dark"].map(find);
const words = place.dataset;

let [isOn, isIn, opening, pause, darkTimer, askedAt] = [false, "in" in words, false, 0, 0, 0];

const gravity = new Gravity();
const camera = new EyeCamera(video, gravity, {
  picture(taken, changed) {
    if (isOn && isIn && !document.hidden) sender.look(camera, taken, changed);
  },
  ended: () => lose(),
  taken(is) {
    if (is) {
      sender.leave("busy");
      say(words.taken);
    }
    sender.end(); // its pictures begin anew
  },
});
const sender = new Sender({ answer: heard, away: () => say(words.lost) });

if (!window.isSecureContext || !navigator.mediaDevices?.getUserMedia) {
  find("insecure").hidden = false;
  start.hidden = true;
} else if (sessionStorage.eye || isIn) begin(); // which was let in goes on without a tap

start.addEventListener("click", () => {
  gravity.listen();
  stayAwake(words.awake);
  begin();
});
find("dim").addEventListener("click", () => darken(true));
dark.addEventListener("click", () => {
  gravity.listen();
  stayAwake(words.awake); // a page that was loaded anew had no tap yet
  darken(false);
});
document.addEventListener("visibilitychange", () => (document.hidden ? sender.leave("hidden") : wake()));
window.addEventListener("online", () => sender.hurry());
window.addEventListener("pagehide", () => sender.leave("ended"));
window.addEventListener("pageshow", (event) => event.persisted && wake());

function begin() {
  [isOn, sessionStorage.eye, start.hidden] = [true, "on", true];
  stayAwake();
  gravity.listen();
  open();
  if (!isIn) ask();
}

function stop(why) {
  isOn = false;
  delete sessionStorage.eye;
  camera.close();
  sender.end();
  mayDoze();
  darken(false);
  video.hidden = find("dim").hidden = find("controls").hidden = find("number").hidden = true;
  start.hidden = false;
  figures.textContent = "";
  say(why);
}

// After a sleep the clock is another one, and the camera may be gone.
function wake() {
  if (!isOn) return;
  sender.end();
  if (!camera.isOpen) open();
}

async function open() {
  if (opening) return;
  opening = true;
  if (isIn) say(words.opens);
  try {
    await camera.open();
    pause = 0;
    video.hidden = find("dim").hidden = false;
    showKnobs();
    darken(false);
  } catch (error) {
    if (error.name === "NotAllowedError") stop(words.denied);
    else if (error.name === "NotFoundError") stop(words.none);
    else lose();
  } finally {
    opening = false;
  }
}

// A call or another app has the camera: it is tried again and again.
function lose() {
  if (!isOn) return;
  sender.leave("busy");
  say(words.taken);
  pause = Math.min(2 * pause || FIRST_PAUSE_MS, LONGEST_PAUSE_MS);
  setTimeout(() => isOn && !document.hidden && !camera.isOpen && open(), pause);
}

async function ask() {
  askedAt = performance.now();
  await stands(`${ROOT}/eye/ask`, { method: "POST" });
  setTimeout(poll, POLL_MS);
}

async function poll() {
  if (!isOn || isIn) return;
  const state = await stands(`${ROOT}/eye/state`, {});
  if (state !== "asks" && performance.now() - askedAt > ASK_AGAIN_MS) return ask();
  setTimeout(poll, POLL_MS);
}

async function stands(where, how) {
  try {
    const answer = await asked(where, how, (come) => come.json());
    isIn = answer.state === "in";
    const number = find("number");
    number.hidden = answer.state !== "asks";
    number.textContent = answer.number;
    if (isOn) say(isIn ? words.opens : answer.state === "asks" ? words.asks : words.full);
    return answer.state;
  } catch {
    say(words.lost);
    return "";
  }
}

function heard(answer) {
  if (!isOn) return;
  if (answer.state !== "in") {
    isIn = false;
    return stop(words.no);
  }
  find("other")?.remove(); // it was replaced by this one
  if (answer.frame === "replaced") return stop(words.replaced);
  if (!answer.wanted.rate) say(words.unused);
  else if (answer.frame === "taken" && camera.isOpen) say(words.seen); // an answer may come late
  else if (answer.frame === "damaged" || answer.frame === "large") say(words.broken);
  figures.textContent = answer.eye.sees ? told(answer.eye) : "";
}

function told({ rate, bytes_a_second, size, bound_s }) {
  const facts = { rate: rate.toFixed(1), kb: Math.round(bytes_a_second / 1000), width: size?.[0], height: size?.[1] };
  if (bound_s !== null) facts.ms = Math.ceil(bound_s * 1000);
  return (bound_s === null ? words.unknown : words.figures).replace(/\{(\w+)\}/g, (_all, name) => facts[name]);
}

function say(sentence) {
  if (said.textContent === sentence) return;
  said.textContent = sentence;
  find("dark-said").textContent = sentence === words.seen ? "" : sentence;
}

// Dark after a while: the lamp of a screen is half of what a phone needs. The video plays on beneath.
function darken(is) {
  clearTimeout(darkTimer);
  dark.hidden = !is;
  if (isOn && !is) darkTimer = setTimeout(() => darken(isOn && isIn), DARK_AFTER_MS);
}

function showKnobs() {
  const knobs = camera.knobs;
  for (const row of document.querySelectorAll("[data-control]")) {
    const name = row.dataset.control;
    const [input, knob] = [row.querySelector("input"), knobs[name]];
    row.hidden = !knob || (input.type === "range" && !(knob.can.max > knob.can.min));
    if (row.hidden) continue;
    if (input.type === "checkbox") input.checked = knob.now === true;
    else Object.assign(input, { min: knob.can.min, max: knob.can.max, step: knob.can.step || "any", value: knob.now });
    input.onchange = () => camera.set(name, input.type === "checkbox" ? input.checked : Number(input.value));
  }
  find("controls").hidden = !document.querySelector("[data-control]:not([hidden])");
}
