// A die without a frame is tapped in the picture: it gets a frame, and six faces to choose from.
const MOST = 6;

export function watchTaps() {
  document.addEventListener("click", (event) => {
    const picture = event.target.closest("[data-tap]");
    if (picture) tapped(picture, event);
  });
}

function tapped(picture, event) {
  const form = picture.parentElement.querySelector("form");
  const more = form?.querySelector("[data-more]");
  const edge = Number(picture.dataset.tap);
  const number = more?.children.length ?? MOST;
  if (number >= MOST || !edge) return;
  const svg = picture.querySelector("svg");
  const place = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  more.append(faces(form.querySelector("[data-face]"), number, place));
  svg.append(frame(place, edge * 1.35));
  form.dataset.busy = picture.dataset.busy = ""; // news do not take it away
}

function faces(template, number, { x, y }) {
  const set = template.content.firstElementChild.cloneNode(true);
  for (const field of set.querySelectorAll("[name]")) field.name = field.name.replace("N", number);
  set.querySelector(`[name=more${number}x]`).value = x.toFixed(1);
  set.querySelector(`[name=more${number}y]`).value = y.toFixed(1);
  return set;
}

function frame({ x, y }, size) {
  const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  const at = { x: x - size / 2, y: y - size / 2, width: size, height: size, rx: size * 0.16 };
  for (const [name, value] of Object.entries(at)) rect.setAttribute(name, value.toFixed(1));
  rect.setAttribute("class", "outline doubtful");
  return rect;
}
