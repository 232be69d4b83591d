// Boxes on the camera's picture: corners and boxes are pulled with a finger; the form has the numbers.
const SVG = "http://www.w3.org/2000/svg";
const LEAST = 24; // pixels of the picture
const THUMB = 22; // half the side of a handle, in pixels of the screen
const corners = []; // of all boxes: where their handles lie over each other, the nearest is meant

export function watchBoxes() {
  const picture = document.querySelector("[data-boxes]");
  const form = picture && document.querySelector(picture.dataset.boxes);
  if (!form) return;
  const svg = picture.querySelector("svg");
  for (const group of svg.querySelectorAll("[data-box]")) drawable(svg, group, form);
}

function drawable(svg, group, form) {
  const size = svg.viewBox.baseVal;
  const field = (side) => form.elements[`${group.dataset.box}-${side}`];
  const handles = [[0, 0], [1, 0], [0, 1], [1, 1]].map(([right, low]) => ({ right, low, spot: spot(group), grip: grip(group) }));
  let box = { left: 0, top: 0, width: 0, height: 0 };

  const read = () => {
    for (const side of Object.keys(box)) box[side] = Number(field(side).value) || 0;
    paint();
  };
  const paint = () => {
    const thumb = THUMB * (size.width / (svg.clientWidth || size.width));
    place(group.querySelector("rect"), box.left, box.top, box.width, box.height);
    const name = group.querySelector("text");
    name.setAttribute("x", box.left + thumb);
    name.setAttribute("y", box.top + 1.6 * thumb);
    for (const { right, low, spot, grip } of handles) {
      const x = box.left + right * box.width;
      const y = box.top + low * box.height;
      place(spot, x - thumb, y - thumb, 2 * thumb, 2 * thumb);
      place(grip, x - thumb / 3, y - thumb / 3, thumb / 1.5, thumb / 1.5);
    }
  };
  const write = (next) => {
    box = next;
    for (const [side, value] of Object.entries(box)) field(side).value = Math.round(value);
    paint();
  };

  pulled(group.querySelector("rect"), svg, () => (from => (dx, dy) =>
    write({ ...from, left: within(from.left + dx, 0, size.width - from.width), top: within(from.top + dy, 0, size.height - from.height) }))({ ...box }));
  for (const { right, low, spot } of handles) {
    corners.push({
      at: () => ({ x: box.left + right * box.width, y: box.top + low * box.height }),
      grasp: () => (from => (dx, dy) => {
        const [left, width] = edge(from.left, from.width, dx, right, size.width);
        const [top, height] = edge(from.top, from.height, dy, low, size.height);
        write({ left, top, width, height });
      })({ ...box }),
    });
    pulled(spot, svg, (point) => nearest(point).grasp());
  }
  form.addEventListener("input", read);
  window.addEventListener("resize", paint);
  read();
}

// One side of a box moves, the other stays.
function edge(start, length, by, far, most) {
  if (far) return [start, within(length + by, LEAST, most - start)];
  const moved = within(start + by, 0, start + length - LEAST);
  return [moved, start + length - moved];
}

function nearest(point) {
  const far = ({ at }) => Math.hypot(at().x - point.x, at().y - point.y);
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

const spot = (group) => square(group, "handle");
const grip = (group) => square(group, "grip");

function square(group, name) {
  const square = document.createElementNS(SVG, "rect");
  square.setAttribute("class", name);
  group.append(square);
  return square;
}

function place(rect, x, y, width, height) {
  for (const [name, value] of Object.entries({ x, y, width, height })) rect.setAttribute(name, value);
}

const at = (svg, event) => new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
const within = (value, least, most) => Math.min(Math.max(value, least), most);
