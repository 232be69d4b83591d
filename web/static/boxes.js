// Tray and box on the camera's picture: corners and insides are pulled with a finger; the form has the numbers.
const SVG = "http://www.w3.org/2000/svg";
const LEAST = 24; // pixels of the picture
const THUMB = 22; // half the side of a handle, in pixels of the screen
const corners = []; // of all shapes: where their handles lie over each other, the nearest is meant

// What a form's numbers make of the corners, clockwise from the left upper one, and how a corner is pulled.
const box = {
  fields: ["left", "top", "width", "height"],
  from: ([left, top, width, height]) => [[left, top], [left + width, top], [left + width, top + height], [left, top + height]],
  numbers: ([[left, top], , [right, low]]) => [left, top, right - left, low - top],
  pulled(from, which, x, y, size) {
    const [[left, top], , [right, low]] = from;
    const across = which === 0 || which === 3 ? [within(x, 0, right - LEAST), right] : [left, within(x, left + LEAST, size.width)];
    const down = which < 2 ? [within(y, 0, low - LEAST), low] : [top, within(y, top + LEAST, size.height)];
    return box.from([across[0], down[0], across[1] - across[0], down[1] - down[0]]);
  },
};
const tray = {
  fields: [1, 2, 3, 4].flatMap((number) => [`x${number}`, `y${number}`]),
  from: (numbers) => [0, 2, 4, 6].map((at) => numbers.slice(at, at + 2)),
  numbers: (shape) => shape.flat(),
  // A corner stops where the shape would cross itself or bend inwards.
  pulled(from, which, x, y, size) {
    const to = (part) => from.map((corner, at) => (at === which ? [corner[0] + part * (x - corner[0]), corner[1] + part * (y - corner[1])] : corner));
    [x, y] = [within(x, 0, size.width), within(y, 0, size.height)];
    for (let part = 1; part > 0; part -= 0.02) if (bulges(to(part))) return to(part);
    return from;
  },
};

export function watchBoxes() {
  const picture = document.querySelector("[data-boxes]");
  const form = picture && document.querySelector(picture.dataset.boxes);
  if (!form) return;
  const svg = picture.querySelector("svg");
  for (const group of svg.querySelectorAll("[data-box]")) drawable(svg, group, form);
}

function drawable(svg, group, form) {
  const size = svg.viewBox.baseVal;
  const kind = group.dataset.box === "tray" ? tray : box;
  const fields = kind.fields.map((name) => form.elements[`${group.dataset.box}-${name}`]);
  const outline = group.querySelector("polygon");
  const words = [...group.querySelectorAll("text")];
  const handles = [0, 1, 2, 3].map((which) => ({ which, spot: square(group, "handle"), grip: square(group, "grip") }));
  let shape = [];

  const read = () => {
    shape = kind.from(fields.map((field) => Number(field.value) || 0));
    paint();
  };
  const paint = () => {
    const thumb = THUMB * (size.width / (svg.clientWidth || size.width));
    outline.setAttribute("points", shape.map((corner) => corner.join()).join(" "));
    name(words[0], thumb, shape);
    for (const { which, spot, grip } of handles) {
      const [x, y] = shape[which];
      place(spot, x - thumb, y - thumb, 2 * thumb, 2 * thumb);
      place(grip, x - thumb / 3, y - thumb / 3, thumb / 1.5, thumb / 1.5);
      if (words[which + 1]) set(words[which + 1], inwards(shape, which, 0.9 * thumb));
    }
  };
  const write = (next) => {
    shape = next.map((corner) => corner.map(Math.round));
    kind.numbers(shape).forEach((number, at) => (fields[at].value = number));
    paint();
  };

  pulled(outline, svg, () => (from => (dx, dy) => {
    const [xs, ys] = [0, 1].map((axis) => from.map((corner) => corner[axis]));
    const right = within(dx, -Math.min(...xs), size.width - Math.max(...xs));
    const down = within(dy, -Math.min(...ys), size.height - Math.max(...ys));
    write(from.map(([x, y]) => [x + right, y + down]));
  })(shape));
  for (const { which, spot } of handles) {
    corners.push({
      at: () => shape[which],
      grasp: () => (from => (dx, dy) => write(kind.pulled(from, which, from[which][0] + dx, from[which][1] + dy, size)))(shape),
    });
    pulled(spot, svg, (point) => nearest(point).grasp());
  }
  form.addEventListener("input", read);
  window.addEventListener("resize", paint);
  read();
}

// The name stands inside, amidst the uppermost side.
function name(text, thumb, shape) {
  const sides = shape.map((corner, at) => [0, 1].map((axis) => (corner[axis] + shape[(at + 1) % 4][axis]) / 2));
  const [x, y] = sides.reduce((best, side) => (side[1] < best[1] ? side : best));
  set(text, { x, y: y + thumb, "text-anchor": "middle" });
}

// So far from a corner towards the middle.
function inwards(shape, which, far) {
  const way = [0, 1].map((axis) => shape.reduce((sum, corner) => sum + corner[axis] / 4, 0) - shape[which][axis]);
  const [x, y] = shape[which].map((value, axis) => value + (way[axis] / Math.hypot(...way)) * far);
  return { x, y };
}

// Whether it goes round clockwise, each corner outwards, and no side is too short.
function bulges(shape) {
  const sides = shape.map(([x, y], at) => [shape[(at + 1) % 4][0] - x, shape[(at + 1) % 4][1] - y]);
  return sides.every(([x, y], at) => Math.hypot(x, y) >= LEAST && x * sides[(at + 1) % 4][1] > y * sides[(at + 1) % 4][0]);
}

function nearest(point) {
  const far = ({ at }) => Math.hypot(at()[0] - point.x, at()[1] - point.y);
  return corners.reduce((best, corner) => (far(corner) < far(best) ? corner : best));
}

// `grasp` is given where it is touched, and returns what follows the finger.
function pulled(shape, svg, grasp) {
  shape.style.touchAction = "none";
  shape.style.pointerEvents = "all";
  shape.addEventListener("pointerdown", (down) => {
    down.preventDefault();
    shape.setPointerCapture(down.pointerId);
    const start = at(svg, down);
    const move = grasp(start);
    const follow = (event) => {
      const now = at(svg, event);
      move(now.x - start.x, now.y - start.y);
    };
    shape.addEventListener("pointermove", follow);
    for (const end of ["pointerup", "pointercancel"]) shape.addEventListener(end, () => shape.removeEventListener("pointermove", follow), { once: true });
  });
}

function square(group, name) {
  const square = document.createElementNS(SVG, "rect");
  square.setAttribute("class", name);
  group.append(square);
  return square;
}

function set(shape, values) {
  for (const [name, value] of Object.entries(values)) shape.setAttribute(name, value);
}

const place = (rect, x, y, width, height) => set(rect, { x, y, width, height });
const at = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
const within = (value, least, most) => Math.min(Math.max(value, least), most);
