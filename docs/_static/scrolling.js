// Lets people scroll wide code and wide tables with the arrow keys, which move only what has the
// focus. What is not wider than the page stays out of the way of the tab key.

"use strict"

{
  const adapt = (box) => {
    if (box.scrollWidth <= box.clientWidth) {
      for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name)
      return
    }
    box.tabIndex = 0
    box.setAttribute("role", "group")
    box.setAttribute("aria-label", box.tagName === "PRE" ? "wide code" : "wide table")
  }

  const watcher = new ResizeObserver((changes) => changes.forEach(({ target }) => adapt(target)))
  for (const box of document.querySelectorAll("article .table-wrapper, article pre")) {
    watcher.observe(box)
  }
}
