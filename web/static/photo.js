// A photograph of the dice, made smaller on the phone and sent as soon as it is taken.
import { reach, UPLOAD_MS } from "./ask.js";
import { refresh } from "./live.js";
import { random } from "./pressed.js";
import { posted, say } from "./send.js";

const LONG = 1600; // pixels of its long side: the companion reads no larger one
const QUALITY = 0.88;

export function watchPhotographs() {
  document.addEventListener("change", ({ target }) => {
    const form = target.closest("form[data-photograph]");
    if (form && target.files?.length) send(form, target);
  });
}

async function send(form, input) {
  if (form.getAttribute("aria-busy") === "true") return;
  const { action, dataset } = form;
  const fields = new FormData(form);
  busy(form, true);
  say("");
  try {
    fields.set("picture", await smaller(input.files[0]), "dice.jpg");
    fields.set("id", random());
    await reach(); // what waits for its whole limit on a dead line waits long
    const told = await posted(action, fields, UPLOAD_MS);
    if (told.ok) refresh();
    else say(told.sentence || dataset.words, told);
  } catch {
    say(dataset.words);
  } finally {
    input.value = ""; // the same picture may be chosen once more
    busy(form, false);
  }
}

function busy(form, on) {
  form.toggleAttribute("aria-busy", on);
  if (on) form.setAttribute("aria-busy", "true");
  const [words, sending] = form.querySelectorAll(".take span");
  words.hidden = on;
  sending.hidden = !on;
}

// Return a picture as a JPEG that is no longer than it has to be, upright; what this browser cannot
// draw is sent as it is.
async function smaller(file) {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await image.decode();
    const scale = Math.min(1, LONG / Math.max(image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(scale * image.naturalWidth);
    canvas.height = Math.round(scale * image.naturalHeight);
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return (await new Promise((drawn) => canvas.toBlob(drawn, "image/jpeg", QUALITY))) ?? file;
  } catch {
    return file;
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
