// What every page runs. Without it the pages still work: forms are forms, links are links.
import { follow, refresh } from "./live.js";
import { watchForms } from "./send.js";
import { startClocks } from "./clock.js";
import { watchFinders } from "./find.js";
import { watchCamera } from "./camera.js";
import { watchTaps } from "./tap.js";
import { watchBoxes } from "./boxes.js";
import { watchSums } from "./sum.js";
import { watchPhotographs } from "./photo.js";
import { stayAwake } from "./awake.js";

watchForms();
watchFinders();
startClocks();
watchCamera();
watchTaps();
watchBoxes();
watchSums();
watchPhotographs();
if (document.body.hasAttribute("data-live")) follow();

// A form's answer that says what is missing: going back to it asks again, and sends nothing twice.
const { here, awake, again } = document.body.dataset;
if (here) history.replaceState(null, "", here);

// A page that nobody signed in for has no stream: it looks anew every so many seconds.
if (again) setInterval(refresh, 1000 * Number(again));

// Kept awake if that is wanted here; where only a clip does it, from the first tap on.
if (awake) {
  stayAwake(awake);
  document.addEventListener("click", () => stayAwake(awake), { capture: true, once: true });
}
