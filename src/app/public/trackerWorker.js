// Service worker of the call tracker. Without a network it answers requests with the files that were stored at the last
// visit.
const CACHE = "tracker";

const answer = async (request) => {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(CACHE)).put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await caches.match(request, { ignoreSearch: request.mode === "navigate" });
    if (stored) return stored;
    throw error;
  }
};

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  const isFile = event.request.method === "GET" && origin === location.origin && !pathname.startsWith("/api/");
  if (isFile) event.respondWith(answer(event.request));
});
