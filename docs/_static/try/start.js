// Decides whether the game can run here, and says so if it cannot.
// This is no module, since browsers refuse modules to pages that are opened from a folder.
"use strict";

(() => {
  const root = document.getElementById("try");
  const base = new URL(".", document.currentScript.src);

  function say(words, command) {
    const message = document.createElement("p");
    message.className = "try-message";
    message.setAttribute("role", "status");
    message.textContent = words;
    if (command) {
      const code = document.createElement("code");
      code.textContent = command;
      message.append(" ", code);
    }
    root.replaceChildren(message);
  }

  async function start() {
    if (location.protocol === "file:") {
      return say(
        "Browsers do not run the game in a page that was opened from a folder. Run this command, then open http://localhost:8000/try.html:",
        "python -m http.server --directory docs/_build/html",
      );
    }
    if (typeof WebAssembly !== "object") {
      return say("The game needs WebAssembly, which your browser does not have or has turned off.");
    }
    const list = await fetch(new URL("runtime/files.json", base));
    if (list.status === 404) {
      return say(
        "This copy of the site was built without the game. To add it, run in the project's folder:",
        "python docs/try/build.py docs/_build/html",
      );
    }
    if (!list.ok) throw new Error(`runtime/files.json: ${list.status}`);
    const page = await import(new URL("page.js", base));
    await page.start(root, base, await list.json());
  }

  say("Loading the game…");
  start().catch((error) => {
    console.error(error);
    say(`The game could not be loaded. Try again later. What went wrong: ${error.message}`);
  });
})();
