// The voice of the one device that is chosen. One tap lets it speak; what is out of date is not said.
import { ask as asked, ROOT } from "./ask.js";
import { random } from "./pressed.js";

const STALE_MS = 8000;
const LONGEST_MS = 12_000; // Chrome forgets to end a long utterance
const place = document.getElementById("voice");
const TONES = JSON.parse(place.dataset.tones); // Hz, ms, one after another
const here = document.getElementById("voice-here");
const again = document.getElementById("voice-again");
const said = document.getElementById("voice-said");
const tab = sessionStorage.voice ?? random();
let [mark, last, waiting, speaking, sound, asking] = ["", null, [], false, null, false];
let repeats = Infinity; // how often a repeat had been asked for when this page last looked

here.addEventListener("click", begin);
again.addEventListener("click", () => last && cutIn(last));
new MutationObserver(ask).observe(document.body, { attributes: true, attributeFilter: ["data-tag"] });
document.addEventListener("visibilitychange", () => { mark = ""; }); // what happened meanwhile is old
if (sessionStorage.voice) goOn(opened());

async function begin() {
  sound = opened();
  sessionStorage.voice = tab;
  await ask({ here: "" });
  cutIn({ earcon: "turn", text: place.dataset.test, hint: place.dataset.hint });
  heardHere(true);
}

function opened() {
  return new (window.AudioContext ?? window.webkitAudioContext)();
}

// On the next page of the same tab no tap is needed where the browser lets a page sound without one.
function goOn(context) {
  const running = () => {
    if (sound || context.state !== "running") return;
    sound = context;
    heardHere(true);
    ask({});
  };
  context.onstatechange = running;
  running();
}

function heardHere(is) {
  here.hidden = is;
  again.hidden = !is;
}

async function ask(more) {
  if (!sound || asking) return;
  asking = true;
  const { tag } = document.body.dataset;
  const query = new URLSearchParams({ where: place.dataset.where, tab, mark, ...(more.here === "" ? more : {}) });
  try {
    const told = await asked(`${ROOT}/voice/news?${query}`, {}, (answer) => answer.json());
    mark = told.mark;
    if (told.repeats > repeats && last) cutIn(last);
    repeats = told.here ? told.repeats : Infinity;
    for (const one of told.say) put(one);
    if (!told.here) elsewhere();
  } catch {
    mark = ""; // away: what is missed is not made up for
  } finally {
    asking = false;
  }
  if (sound && tag !== document.body.dataset.tag) ask({});
}

function elsewhere() {
  sound = null;
  waiting = [];
  delete sessionStorage.voice;
  heardHere(false);
  said.textContent = place.dataset.elsewhere;
}

function put(one) {
  if (one.cuts) return cutIn(one);
  waiting = waiting.filter((other) => !one.topic || other.topic !== one.topic).slice(-2);
  waiting.push({ ...one, at: performance.now() });
  next();
}

function cutIn(one) {
  waiting = [{ ...one, at: performance.now() }];
  window.speechSynthesis?.cancel();
  speaking = false;
  next();
}

function next() {
  if (speaking) return;
  waiting = waiting.filter((one) => performance.now() - one.at < STALE_MS);
  const one = waiting.shift();
  if (!one) return;
  last = one;
  const after = beep(TONES[one.earcon] ?? []);
  if (!one.text) return;
  speaking = one;
  setTimeout(() => speaking === one && speak(one), after);
}

function beep(tones) {
  let at = sound?.currentTime ?? 0;
  for (const [pitch, ms] of sound ? tones : []) {
    const [tone, gain] = [sound.createOscillator(), sound.createGain()];
    tone.frequency.value = pitch;
    gain.gain.value = 0.2;
    tone.connect(gain).connect(sound.destination);
    tone.start(at);
    tone.stop((at += ms / 1000));
  }
  return tones.reduce((sum, [, ms]) => sum + ms, 0);
}

function speak(one) {
  const done = () => { if (speaking === one) { speaking = false; next(); } };
  if (!window.speechSynthesis) return silent(done);
  const words = new SpeechSynthesisUtterance(one.text);
  const voices = speechSynthesis.getVoices(); // they load late: without them the language alone is named
  words.lang = document.documentElement.lang;
  const voice = voices.find((other) => other.lang.toLowerCase().startsWith(words.lang));
  if (voices.length && !voice) return silent(done);
  if (voice) words.voice = voice;
  words.onend = words.onerror = done;
  setTimeout(done, LONGEST_MS);
  said.textContent = one.hint ?? "";
  speechSynthesis.speak(words);
}

function silent(done) {
  said.textContent = place.dataset.none;
  done();
}
