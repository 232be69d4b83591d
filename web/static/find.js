// A search field over a list that is all there anyway.
export function watchFinders() {
  refreshFinders();
  document.addEventListener("input", (event) => event.target.dataset?.find && sift(event.target));
}

export function refreshFinders() {
  for (const field of document.querySelectorAll("input[data-find]")) {
    field.hidden = false;
    sift(field);
  }
}

function sift(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  for (const item of document.getElementById(field.dataset.find)?.children ?? []) {
    const text = item.textContent.toLocaleLowerCase();
    item.hidden = !words.every((word) => text.includes(word));
  }
}
