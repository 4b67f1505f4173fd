// The masthead of every page: of the groups of pages one is open at a time, and it closes when a person turns to
// something else. On paper the page says where it can be found again.

const groups = () => /** @type {NodeListOf<HTMLDetailsElement>} */ (document.querySelectorAll(".masthead details"));

/** @param {EventTarget | null} target what a hand or the focus turned to */
function closeOthers(target) {
  for (const group of groups()) {
    if (group.open && !(target instanceof Node && group.contains(target))) group.open = false;
  }
}

addEventListener("pointerdown", ({ target }) => closeOthers(target));
addEventListener("focusin", ({ target }) => closeOthers(target));
addEventListener("keydown", ({ key }) => {
  if (key !== "Escape") return;
  for (const group of groups()) {
    if (!group.open) continue;
    group.open = false;
    group.querySelector("summary")?.focus();
  }
});

addEventListener("beforeprint", () => {
  const place = document.querySelector(".colophon .printed");
  if (place) place.textContent = location.href;
});
