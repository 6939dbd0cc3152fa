// Keeps all files of one version, so that the page works without a network.

const VERSION = "development"; // written when the page is built, like the files
const FILES = [];
const NAME = `qwirkle-${VERSION}`;

addEventListener("install", (event) => {
  // A server is asked whether its files have changed, so that no version is mixed with another.
  const requests = FILES.map((file) => new Request(file, { cache: "no-cache" }));
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll(requests)));
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("qwirkle-") && name !== NAME;
  event.waitUntil(
    caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
  event.waitUntil(clients.claim());
});

addEventListener("message", ({ data }) => data === "now" && skipWaiting());

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  const kept = () => caches.match(event.request, { cacheName: NAME, ignoreSearch: true });
  event.respondWith(kept().then((response) => response ?? fetch(event.request)));
});
