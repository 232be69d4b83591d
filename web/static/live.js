// One stream a page. Each event is a number; a page that is behind fetches itself and morphs in.
import { Idiomorph } from "./vendor/idiomorph.esm.js";
import { countTo } from "./money.js";
import { startClocks } from "./clock.js";
import { refreshFinders } from "./find.js";
import { refreshSums } from "./sum.js";
import { walk } from "./pawns.js";
import { followLead } from "./lead.js";
import { ask, reach, ROOT } from "./ask.js";
import { random, settle, waiting } from "./pressed.js";

const POLL_MS = 5_000; // for whom there is no place
const SILENCE_MS = 7_000; // two heartbeats of 3 s were missed
const BEGIN_MS = 4_000; // a stream says something at once
const LOOK_MS = 2_000; // how often it is looked whether timers stood still
const FROZEN_MS = 4_000; // so much later than it should be: the phone slept
const FORM_MS = 25_000; // the answer to a form may be a file to keep
const PATIENCE_MS = 1500; // an outage shorter than this is not shown
const away = document.getElementById("away");

let source = null;
let lastId = "";
let wanted = document.body.dataset.tag;
let fetching = null; // what stops it
let turn = 0; // of opening the stream
let silence = 0;
let outage = 0;
let retry = 1000;
let moved = false;
let isOld = false; // it slept: whatever the stream says, it is fetched
let picked = new Set(); // lists, as of the last morph

export function follow() {
  lastId = document.body.dataset.tag.split(":").slice(0, 2).join(":");
  if (!document.hidden) listen(); // it was loaded just now
  followLead();
  voiced();
  // Phones kill sockets silently while they sleep: whatever the state says, open anew and fetch.
  document.addEventListener("visibilitychange", () => (document.hidden ? close() : wake()));
  window.addEventListener("pageshow", (event) => event.persisted && wake());
  window.addEventListener("pagehide", close);
  window.addEventListener("online", wake);
  window.addEventListener("focus", () => moved && wake());
  document.addEventListener("submit", leave);
  watchTime();
}

// A phone that slept may tell its pages nothing of it: their timers stood still, its clock did not.
function watchTime() {
  let before = Date.now();
  setInterval(() => {
    const late = Date.now() - before - LOOK_MS;
    before = Date.now();
    if (late > FROZEN_MS && !document.hidden) wake();
  }, LOOK_MS);
}

// The answer to a form brings the next page, and a new cookie perhaps: were this page loaded anew
// for what the form has just changed, that answer would be dropped, and the phone's rights with it.
function leave(event) {
  if (event.defaultPrevented) return;
  close();
  silence = setTimeout(wake, FORM_MS); // it was a file to keep: the page is still here
}

// What it shows may be old, and its lines may be dead: it asks before it believes either.
function wake() {
  isOld = true;
  fetching?.abort();
  again(0);
}

// Open the stream, once somebody answers.
async function open() {
  close();
  moved = false;
  if (document.hidden) return;
  const mine = turn;
  const status = await reach();
  if (mine !== turn) return;
  // A table without a box may have been removed: then the page says so.
  if (status === 404) return location.reload();
  if (!status) {
    clearTimeout(outage);
    show(true);
    silence = setTimeout(open, pauseNow());
    return;
  }
  listen();
  if (isOld) refresh();
  isOld = false;
}

function listen() {
  close();
  const query = new URLSearchParams({ page: document.body.dataset.page, tab: tab(), after: lastId });
  source = new EventSource(`${ROOT}/events?${query}`);
  for (const kind of ["hello", "news", "heartbeat", "lost"]) source.addEventListener(kind, heard);
  source.addEventListener("moved", () => {
    close();
    moved = true; // the same phone shows this page elsewhere; on focus it comes back here
  });
  source.addEventListener("rights", () => location.reload()); // what this phone may do has changed
  source.addEventListener("full", full);
  source.addEventListener("end", () => again(pauseNow()));
  source.onerror = () => again(pauseNow());
  expect(BEGIN_MS);
}

function close() {
  turn += 1;
  clearTimeout(silence);
  source?.close();
  source = null;
}

function again(after) {
  close();
  clearTimeout(outage);
  if (document.hidden) return; // it wakes
  outage = setTimeout(() => show(true), PATIENCE_MS);
  silence = setTimeout(open, after);
}

function pauseNow() {
  const now = retry;
  retry = Math.min(retry * 1.5, 4000);
  return now;
}

// There is no place for this page: it asks by itself now and then.
function full() {
  close();
  clearTimeout(outage);
  show(false);
  refresh();
  silence = setTimeout(listen, POLL_MS);
}

// What comes no more is asked for anew.
function expect(within) {
  clearTimeout(silence);
  silence = setTimeout(() => again(0), within);
}

function heard(event) {
  expect(SILENCE_MS);
  clearTimeout(outage);
  show(false);
  retry = 1000;
  if (event.lastEventId) lastId = event.lastEventId;
  const [, tag, build] = event.data.split(" ");
  if (build && build !== document.body.dataset.build) return location.reload();
  if (tag) wanted = tag;
  if (wanted !== document.body.dataset.tag) refresh();
}

// Say that the table is not reached, or no more.
export function show(isAway) {
  if (!away) return;
  away.textContent = isAway ? away.dataset.words : "";
  away.hidden = !isAway;
}

export async function refresh() {
  if (fetching) return;
  const stop = (fetching = new AbortController());
  const asked = wanted;
  let isLost = false;
  try {
    const pressed = waiting();
    const how = { headers: { Accept: "text/html", ...(pressed && { "X-Pressed": pressed }) } };
    const told = await ask(location.href, how, async (answer) => ({ answer, html: await answer.text() }), { stop });
    const { answer, html } = told;
    if (answer.redirected && new URL(answer.url).pathname !== location.pathname) {
      location.replace(answer.url);
      return;
    }
    if (answer.ok) settle(pressed, answer.headers.get("X-Booked"));
    if (answer.ok) morph(html);
  } catch {
    isLost = fetching === stop; // no answer: the line may be dead though the stream is not
  } finally {
    fetching = null;
  }
  if (isLost && source) again(pauseNow());
  else if (asked !== wanted && wanted !== document.body.dataset.tag) refresh();
}

function morph(html) {
  const fresh = new DOMParser().parseFromString(html, "text/html");
  const cash = document.getElementById("cash");
  const before = Number(cash?.dataset.amount);
  const places = [...document.querySelectorAll("[data-x]")].map((pawn) => [pawn.id, pawn.dataset.x, pawn.dataset.y]);
  picked = new Set([...document.querySelectorAll("select")].filter(isPicked));
  document.documentElement.className = fresh.documentElement.className;
  document.title = fresh.title;
  for (const [name, value] of Object.entries(fresh.body.dataset)) document.body.dataset[name] = value;
  Idiomorph.morph(document.body, [...fresh.body.childNodes], { // the body itself would go into the body
    morphStyle: "innerHTML",
    ignoreActiveValue: true,
    callbacks: { beforeAttributeUpdated: keepWhatWasOpened, beforeNodeMorphed: keepWhatIsBusy },
  });
  countTo(document.getElementById("cash"), before);
  walk(places);
  startClocks();
  refreshFinders();
  refreshSums();
  followLead();
  voiced();
  sayOnce();
}

// What the whole page says is not said once more to who pressed, and not after it is over.
export function sayOnce() {
  const said = document.getElementById("said");
  if (!said?.textContent || said.textContent !== document.getElementById("trouble")?.textContent) return;
  said.textContent = "";
  said.hidden = true;
}

// Only the device that is chosen to speak loads the voice.
function voiced() {
  if (document.getElementById("voice")) import("./voice.js");
}

// A person opened it, picked it or sent it: news do not close, unpick or free it for a second press.
function keepWhatWasOpened(name, node) {
  return name !== "aria-busy" && !(name === "open" && node.tagName === "DETAILS") && !(name === "checked" && node.tagName === "INPUT")
    && !(name === "selected" && picked.has(node.closest("select")));
}

// Whether something else stands in a list than it came with.
function isPicked(select) {
  const proposed = [...select.options].map((one) => one.defaultSelected).lastIndexOf(true);
  return select.selectedIndex !== Math.max(proposed, 0);
}

function keepWhatIsBusy(node) {
  if (node.id === "said" || node.id === "away" || node.dataset?.busy !== undefined) return false;
  // A field that is being filled in keeps what was typed.
  return !(node.tagName === "INPUT" && /^(text|search|)$/.test(node.getAttribute("type") ?? "") && node.value !== node.defaultValue);
}

function tab() {
  const made = sessionStorage.getItem("tab") ?? random();
  sessionStorage.setItem("tab", made);
  return made;
}
