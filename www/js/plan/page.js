// The page of the plan.

import "./dp-plan.js";

// The address holds the plan, so the link to the answer moves the focus and leaves the address alone.
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("answer-heading")?.focus();
});
