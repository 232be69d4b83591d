// Forms are sent without leaving the page. Each press has an id of its own: a repeat after a lost
// answer carries the same id and is the same command.
import { random, refresh, sayOnce, show } from "./live.js";

const TRIES = 7; // in 8.4 s: a router starts anew, or another worker takes the table over
const QUIET_TRIES = 2; // then it is said that the table is not reached

export function watchForms() {
  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-send]")) return;
    event.preventDefault();
    send(event.target, event.submitter);
  });
  document.addEventListener("change", weigh);
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
  form.setAttribute("aria-busy", "true");
  button?.setAttribute("aria-busy", "true");
  say("");
  const fields = new URLSearchParams(new FormData(form));
  const { then, stay } = form.dataset; // the page may have made another form of this one meanwhile
  if (button?.name) fields.set(button.name, button.value);
  fields.set("id", random());
  try {
    const told = await posted(form.action, fields);
    if (told.ok) done(form, then, stay);
    else say(told.sentence || form.ownerDocument.title, told);
  } catch {
    say(document.getElementById("away")?.dataset.lost ?? "…");
  } finally {
    form.removeAttribute("aria-busy");
    button?.removeAttribute("aria-busy");
  }
}

export async function posted(action, fields) {
  for (let turn = 1; ; turn += 1) {
    try {
      const answer = await fetch(action, { method: "POST", headers: { Accept: "application/json" }, body: fields });
      const isAway = answer.status === 503 && answer.headers.has("Retry-After");
      if (isAway && turn < TRIES) throw new Error("away");
      const told = await answer.json();
      if (turn > QUIET_TRIES) show(false);
      return told;
    } catch (trouble) {
      if (turn >= TRIES) throw trouble;
      if (turn >= QUIET_TRIES) show(true);
      await new Promise((resolve) => setTimeout(resolve, 400 * turn));
    }
  }
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
