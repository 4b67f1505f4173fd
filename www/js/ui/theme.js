// Light, dark or as the system says. A classic script in the head, so that the choice holds before the
// first paint.
(() => {
  const key = "dpscope-theme";
  const root = document.documentElement;

  /** @param {string | null} choice */
  const apply = (choice) => {
    if (choice === "light" || choice === "dark") root.dataset.theme = choice;
    else delete root.dataset.theme;
  };

  const stored = () => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };

  /** @param {string} choice */
  const store = (choice) => {
    try {
      localStorage.setItem(key, choice);
    } catch {
      // A browser that stores nothing still switches for this visit.
    }
  };

  // Style sheets offer what needs scripts only where scripts run.
  root.classList.add("scripted");
  apply(stored());
  document.addEventListener("DOMContentLoaded", () => {
    const current = root.dataset.theme ?? "auto";
    for (const option of document.querySelectorAll("input[name=theme]")) {
      if (!(option instanceof HTMLInputElement)) continue;
      option.checked = option.value === current;
      option.addEventListener("change", () => {
        apply(option.value);
        store(option.value);
      });
    }
  });
})();
