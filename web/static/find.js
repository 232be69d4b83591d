// A search field over a list that is all there anyway; in a list of groups it opens what has something.
export function watchFinders() {
  refreshFinders();
  document.addEventListener("input", (event) => event.target.dataset?.find && sift(event.target));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.dataset?.find) event.preventDefault(); // It sends no form.
  });
}

export function refreshFinders() {
  for (const field of document.querySelectorAll("input[data-find]")) {
    field.hidden = false;
    if (field.value) sift(field);
  }
}

function sift(field) {
  const words = field.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  for (const item of document.getElementById(field.dataset.find)?.children ?? []) {
    if (item.matches("details")) siftGroup(item, words);
    else item.hidden = !says(item, words);
  }
}

function siftGroup(group, words) {
  const [title, list] = group.children;
  const all = says(title, words);
  for (const item of list.children) item.hidden = !all && !says(item.firstElementChild, words);
  group.hidden = [...list.children].every((item) => item.hidden);
  group.open = words.length > 0 && !group.hidden;
}

function says(item, words) {
  const text = item.textContent.toLocaleLowerCase();
  return words.every((word) => text.includes(word));
}
