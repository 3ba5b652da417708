// The program of the service worker, which every page of a member registers: the site without a connection, and what is
// pushed while it is closed.
import { ExpirationPlugin } from "workbox-expiration";
import { registerRoute, setCatchHandler } from "workbox-routing";
import { CacheFirst, NetworkFirst } from "workbox-strategies";
import { createCall } from "@/lib/client/call";
import { openActStore } from "@/lib/client/outbox/act-store";
import { channelOf, exclusivelyFor, SYNC_TAG } from "@/lib/client/outbox/one-at-a-time";
import { createOutbox } from "@/lib/client/outbox/outbox";
import { accountIn, isKept, keptPageIn, PAGES_CACHE, STATIC_CACHE } from "./kept-pages";
import { OFFLINE_PAGE } from "./offline-page";
import "./push";
import { scope } from "./worker-scope";

const DAY_SECONDS = 86_400;
/** Enough for an evening's reading, and some 10 MB at most. */
const MAX_PAGES = 40;
const MAX_STATIC_FILES = 300;

// A release's worker replaces that of the release before at once. Pages come from the server whenever it can be
// reached, so that none is older than the release.
scope.addEventListener("install", (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener("activate", (event) =>
  // Pages are asked for while the worker starts.
  event.waitUntil(Promise.all([scope.clients.claim(), scope.registration.navigationPreload?.enable()])),
);

/** The names of these files change with their content. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith("/_next/static/"),
  new CacheFirst({
    cacheName: STATIC_CACHE,
    plugins: [new ExpirationPlugin({ maxEntries: MAX_STATIC_FILES, maxAgeSeconds: 30 * DAY_SECONDS })],
  }),
);

const pages = new NetworkFirst({
  cacheName: PAGES_CACHE,
  matchOptions: { ignoreVary: true },
  plugins: [
    {
      cacheWillUpdate: async ({ response }) =>
        isPage(response) && (await isOfSameAccount(response)) ? response : null,
    },
    new ExpirationPlugin({ maxEntries: MAX_PAGES, maxAgeSeconds: 7 * DAY_SECONDS }),
  ],
});

/** A browser does not navigate to what was redirected elsewhere. */
const isPage = ({ ok, redirected }: Response) => ok && !redirected;

registerRoute(({ request, url, sameOrigin }) => sameOrigin && request.mode === "navigate" && isKept(url), pages);

/** Other pages are the server's alone, and their absence is told. All are answered here: each was asked for already. */
registerRoute(
  ({ request, sameOrigin }) => sameOrigin && request.mode === "navigate",
  async ({ event, request }) =>
    (await (event as Event & { preloadResponse?: Promise<Response | undefined> }).preloadResponse) ?? fetch(request),
);
setCatchHandler(async ({ request }) =>
  request.mode === "navigate" ? new Response(OFFLINE_PAGE, OFFLINE_RESPONSE) : Response.error(),
);

const OFFLINE_RESPONSE = {
  status: 503,
  headers: {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'",
  },
};

/** Keeps a page that a member is reading and came to without loading it. Prefetched, because it is not read twice. */
scope.addEventListener("message", (event) => {
  const url = keptPageIn(event.data);
  if (!url) return;
  const request = new Request(url, { headers: { Purpose: "prefetch" } });
  event.waitUntil(pages.handle({ event: event as never, request }).catch(() => undefined));
});

let keptFor: string | undefined;

/**
 * Forgets all pages of another account before one of this account is kept. A visitor's page is not kept, and ends the
 * worker: its account has signed out.
 */
async function isOfSameAccount(response: Response): Promise<boolean> {
  const account = accountIn(await response.clone().text());
  if (account === undefined) {
    await caches.delete(PAGES_CACHE);
    await scope.registration.unregister();
    return false;
  }
  if (account !== keptFor && (await accountOfKept()) !== account) await caches.delete(PAGES_CACHE);
  keptFor = account;
  return true;
}

/** The worker may have been restarted since it kept them. */
async function accountOfKept(): Promise<string | undefined> {
  const cache = await caches.open(PAGES_CACHE);
  const [first] = await cache.keys();
  const page = first && (await cache.match(first, { ignoreVary: true }));
  return page && accountIn(await page.text());
}

scope.addEventListener("sync", (event) => {
  if (event.tag === SYNC_TAG) event.waitUntil(sendWhatWaits());
});

/** Sends what waits in this browser, although no page may be open. The server refuses what is not its session's. */
async function sendWhatWaits(): Promise<void> {
  const acts = openActStore();
  for (const account of await acts.accounts()) {
    const channel = new BroadcastChannel(channelOf(account));
    const outbox = createOutbox({
      acts,
      call: createCall({
        fetch: (...request) => fetch(...request),
        now: () => Date.now(),
        isOnline: () => true,
        account: () => account,
      }),
      account,
      now: () => Date.now(),
      after: () => undefined,
      exclusively: exclusivelyFor(account),
      announce: (news) => channel.postMessage(news),
      onWaiting: () => undefined,
    });
    await outbox.flush();
    channel.close();
    // Has the browser try again.
    if (outbox.store.getState().acts.some(({ failure }) => failure === null)) throw new Error("Acts still wait");
  }
}
