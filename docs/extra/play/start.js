// Decides whether the game can run here, and says so if it cannot.
// This is no module, since browsers refuse modules to pages that are opened from a folder.
"use strict";

(() => {
  function say(words, command) {
    document.getElementById("loading-words").textContent = words;
    if (command) {
      document.getElementById("loading-more").append(
        Object.assign(document.createElement("code"), { textContent: command }),
      );
    }
  }

  async function start() {
    if (location.protocol === "file:") {
      return say(
        "Browsers do not run the game in a page that was opened from a folder. Run this command, then open http://localhost:8000/play/:",
        "python -m http.server --directory docs/_build/html",
      );
    }
    if (typeof WebAssembly !== "object") {
      return say("The game needs WebAssembly, which your browser does not have or has turned off.");
    }
    const list = await fetch("runtime/files.json");
    if (list.status === 404) {
      return say(
        "This copy of the site was built without the game. To add it, run in the project's folder:",
        "python docs/play/build.py docs/_build/html",
      );
    }
    if (!list.ok) throw new Error(`runtime/files.json: ${list.status}`);
    const { main } = await import("./main.js");
    await main(await list.json());
  }

  say("Loading the game…");
  start().catch((error) => {
    console.error(error);
    document.getElementById("loading").hidden = false;
    say(`The game could not be loaded. Try again later. What went wrong: ${error.message}`);
  });
})();
