// What each side of an offer comes to, reckoned anew with every tap; the server wrote it first.
export function watchSums() {
  refreshSums();  // something may have been typed before this script was there
  document.addEventListener("input", (event) => reckon(event.target.closest("[data-sum]")));
}

export function refreshSums() {
  document.querySelectorAll("[data-sum]").forEach(reckon);
}

function reckon(side) {
  const place = side?.querySelector("output");
  if (!place) return;
  const typed = side.querySelector("input[inputmode]").value.trim();
  const known = /^(\d*|\d{1,3}([., \u00a0]\d{3})+)$/.test(typed);  // else the page says what is wrong with it
  place.classList.toggle("unknown", !known);
  const cash = known ? typed.replace(/\D/g, "") : 0;
  const chosen = [...side.querySelectorAll("[data-worth]:checked")];
  const sum = chosen.reduce((total, one) => total + Number(one.dataset.worth), Number(cash));
  const separator = document.getElementById("cash").dataset.separator;
  const text = String(sum).replace(/\B(?=(\d{3})+$)/g, separator);
  place.textContent = place.textContent.replace(/\d[\d.,\u00a0 ]*\d|\d/, text);
}
