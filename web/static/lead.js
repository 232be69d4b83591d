// A deed laid under the camera opens on its owner's phone: once, and never under busy fingers.
export function followLead() {
  const link = document.querySelector("a[data-lead]");
  if (!link || sessionStorage.getItem("lead") === link.dataset.lead) return;
  sessionStorage.setItem("lead", link.dataset.lead); // who was busy then is not led later
  if (!isBusy()) location.assign(link.href);
}

function isBusy() {
  if (document.activeElement?.matches("input:not([type=hidden]), textarea, select")) return true;
  if (document.querySelector('[aria-busy="true"], [data-busy]')) return true;
  return [...document.querySelectorAll("input, textarea, select")].some(isTouched);
}

function isTouched(field) {
  if (field.type === "hidden") return false;
  if (field.matches("select")) return [...field.options].some((one) => one.selected && !one.defaultSelected && field.selectedIndex > 0);
  if (field.matches("[type=checkbox], [type=radio]")) return field.checked !== field.defaultChecked;
  return field.value !== field.defaultValue;
}
