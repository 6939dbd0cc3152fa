// Loads everything, then shows the game or the judge.

import { Engine } from "./engine.js";
import { Judge } from "./judge.js";
import { Play } from "./play.js";

const find = (selector) => document.querySelector(selector);

export async function main(files) {
  const engine = new Engine(files, showProgress(files));
  const choices = await engine.call("choices");
  const play = new Play(engine, choices);
  const judge = new Judge(engine, choices);
  await play.start();
  find("#loading").hidden = true;

  async function route() {
    const hash = location.hash.slice(1);
    const isJudge = hash === "judge" || hash.includes("=");
    find("#play").hidden = isJudge;
    find("#judge").hidden = !isJudge;
    for (const link of document.querySelectorAll("nav a[href^='#']")) {
      const isHere = (link.hash === "#judge") === isJudge;
      isHere ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
    }
    scrollTo(0, 0);
    if (isJudge) await judge.open(hash === "judge" ? "" : hash);
    else play.resize();
  }
  addEventListener("hashchange", route);
  await route();
  if (files.version) await stayOffline();
}

/** A bar with words; returns how to move it. */
function showProgress(files) {
  const bar = find("#loading progress");
  const total = Object.values(files.sizes).reduce((sum, size) => sum + size, 0);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
  bar.hidden = false;
  bar.max = total;
  bar.value = 0;
  return {
    say: (words) => (find("#loading-words").textContent = `${words}…`),
    add: (bytes) => {
      bar.value += bytes;
      find("#loading-more").textContent = `${megabytes(bar.value)} of ${megabytes(total)} MB`;
    },
  };
}

/** Keep all files for the next visit, and offer a new version when there is one. */
async function stayOffline() {
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register("offline.js").catch(() => null);
  if (!registration) return;
  const notice = find("#update");
  const offer = () => {
    if (registration.waiting && navigator.serviceWorker.controller) notice.hidden = false;
  };
  notice.querySelector("button").addEventListener("click", () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    registration.waiting.postMessage("now");
  });
  registration.addEventListener("updatefound", () =>
    registration.installing.addEventListener("statechange", offer),
  );
  offer();
}
