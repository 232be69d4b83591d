// Forms are sent without leaving the page. Each press has an id of its own: a repeat after a lost
// answer carries the same id and is the same command.
import { ask, LIMIT_MS, pause, reach } from "./ask.js";
import { refresh, sayOnce, show } from "./live.js";
import { forget, idOf, waiting } from "./pressed.js";

const TRIES = 7; // in 8.4 s: a router starts anew, or another worker takes the table over
const QUIET_TRIES = 2; // then it is said that the table is not reached
const ALL_MS = 16_000; // who pressed is told by then
const LEAST_MS = 1500; // a try that is shorter is none

class UnansweredError extends Error {}

export function watchForms() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-send]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("submit", goOn);
  document.addEventListener("change", weigh);
  if (waiting()) refresh(); // it was loaded anew meanwhile
}

// A form that brings another page is the browser's own, and a browser waits minutes over a line that
// has died: first it is seen whether somebody answers.
const seen = new WeakSet();

async function goOn(event) {
  const { target: form, submitter } = event;
  if (event.defaultPrevented || form.method !== "post" || seen.delete(form) || !form.requestSubmit) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") === "true") return;
  busy(true, form, submitter);
  say("");
  const status = await reach();
  busy(false, form, submitter);
  if (!status) return lost();
  seen.add(form);
  form.requestSubmit(submitter);
}

function lost() {
  if (document.getElementById("said")) say(away("lost"));
  else show(true);
}

const away = (which) => document.getElementById("away")?.dataset[which] ?? "…";

function busy(on, ...parts) {
  for (const part of parts) {
    if (on) part?.setAttribute("aria-busy", "true");
    else part?.removeAttribute("aria-busy");
  }
}

// What is far too large is refused before it is read: no page could answer it.
function weigh({ target }) {
  if (!target.matches("input[data-most]")) return;
  const isLarge = target.files[0]?.size > target.dataset.most;
  target.setCustomValidity(isLarge ? target.dataset.words : "");
  target.reportValidity();
}

async function send(form, button) {
  if (form.getAttribute("aria-busy") === "true") return;
  busy(true, form, button);
  say("");
  const fields = new URLSearchParams(new FormData(form));
  const { then, stay } = form.dataset; // the page may have made another form of this one meanwhile
  if (button?.name) fields.set(button.name, button.value);
  fields.delete("id");
  const pressed = `${form.action}?${fields}`;
  fields.set("id", idOf(pressed));
  try {
    const told = await posted(form.action, fields);
    forget(pressed);
    if (told.ok) done(form, then, stay);
    else say(told.sentence || form.ownerDocument.title, told);
  } catch (trouble) {
    const isUnsure = trouble instanceof UnansweredError;
    if (!isUnsure) forget(pressed);
    say(away(isUnsure ? "unsure" : "lost"));
  } finally {
    busy(false, form, button);
  }
}

// Send a form until it is answered: in ALL_MS, or as long as `limit` and one more try of it take.
export async function posted(action, fields, limit = LIMIT_MS) {
  const end = performance.now() + Math.max(ALL_MS, 2 * limit);
  const how = { method: "POST", headers: { Accept: "application/json" }, body: fields };
  let [isShown, isUnsure] = [false, false];
  for (let turn = 1; ; turn += 1) {
    const longest = turn === 1 ? limit / 2 : limit;
    try {
      const told = await ask(action, how, (answer) => read(answer, turn < TRIES), { limit: Math.min(longest, end - performance.now()) });
      if (isShown) show(false);
      return told;
    } catch (trouble) {
      const isLate = trouble.name === "AbortError"; // it may have come all the same
      isUnsure ||= isLate;
      if (isLate || turn >= QUIET_TRIES) show((isShown = true));
      if (isLate) await reach();
      if (turn >= TRIES || end - performance.now() < LEAST_MS) throw isUnsure ? new UnansweredError() : trouble;
      if (!isLate) await pause(400 * turn);
    }
  }
}

async function read(answer, isAgain) {
  if (isAgain && answer.status === 503 && answer.headers.has("Retry-After")) throw new Error("away");
  return answer.json();
}

function done(form, then, stay) {
  if (then) return location.assign(then);
  for (const details of form.querySelectorAll("details[open]")) details.open = false;
  form.closest("details")?.removeAttribute("open");
  form.reset();
  document.activeElement?.blur();
  if (stay === undefined) refresh();
}

export function say(words, { why, ask } = {}) {
  const place = document.getElementById("said");
  if (!place) return;
  place.textContent = words;
  if (why) place.append(" ", Object.assign(document.createElement("a"), { href: why, textContent: ask }));
  place.hidden = !words;
  if (words) place.scrollIntoView({ block: "nearest" });
  sayOnce();
}
