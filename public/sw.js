// Service worker: shows the offline page when a navigation fails. Nothing else is cached (but the logos on it), so no
// page is ever stale.
const KEPT = 'offline-1';
const PAGE = '/offline';
const PARTS = [PAGE, '/pictures/logo.svg', '/logo-on-night.svg'];

let renewed = false;

addEventListener('install', (event) => {
  event.waitUntil(renew().then(() => skipWaiting()));
});

addEventListener('activate', (event) => {
  event.waitUntil(takeOver());
});

addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  if (request.mode === 'navigate') event.respondWith(open(event));
  else if (PARTS.includes(new URL(request.url).pathname)) event.respondWith(part(request));
});

/** Network first; the cached offline page only if the network fails. Error responses of the server are passed on. */
async function open(event) {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    if (!renewed) event.waitUntil(renew().catch(() => {})); // refresh the cached offline page
    return answer;
  } catch {
    return (await caches.match(PAGE)) ?? Response.error();
  }
}

async function part(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

async function renew() {
  const kept = await caches.open(KEPT);
  await kept.addAll(PARTS.map((path) => new Request(path, { cache: 'no-cache' })));
  renewed = true;
}

async function takeOver() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== KEPT).map((name) => caches.delete(name)));
  await registration.navigationPreload?.enable(); // no page waits for this file to start
  await clients.claim();
}
