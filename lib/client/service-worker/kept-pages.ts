import { PAGE_ACCOUNT } from "@/lib/client/page-account";

/** The cache of the pages that were read last. All of them are of one account. */
export const PAGES_CACHE = "pages";
export const STATIC_CACHE = "static";

/**
 * Pages that can be read without a connection. Not among them is what needs an answer, such as a game or settings, and
 * what has a secret in its address.
 */
const KEPT =
  /^\/($|(posts|users|builds|blog|news|tags|guilds)\/|builds$|blog$|news$|bookmarks$|notifications$|quests$|leaderboards)/;
const NOT_KEPT = /^\/(posts|builds|blog)\/(new|scheduled)$|\/edit$|\.\w+$/;

export const isKept = ({ pathname }: Pick<URL, "pathname">): boolean => KEPT.test(pathname) && !NOT_KEPT.test(pathname);

/** Has the worker keep the page that is read, if such pages are kept. */
export function keepPage(): void {
  navigator.serviceWorker?.controller?.postMessage({ keep: location.href.replace(/#.*/, "") });
}

/** Returns the page that a message to the worker asks it to keep; undefined if it asks for nothing that is kept. */
export function keptPageIn(message: unknown): URL | undefined {
  const { keep } = (message ?? {}) as { keep?: unknown };
  const url = typeof keep === "string" ? new URL(keep, location.href) : undefined;
  return url && url.origin === location.origin && isKept(url) ? url : undefined;
}

const ACCOUNT = new RegExp(`<meta name="${PAGE_ACCOUNT}" content="([^"]+)"`);

/** Returns the account that a page was rendered for; undefined for a visitor's. */
export function accountIn(html: string): string | undefined {
  return ACCOUNT.exec(html)?.[1];
}

/** Lists the addresses of pages that this browser keeps. */
export async function listKeptPages(): Promise<string[]> {
  if (!("caches" in globalThis) || !(await caches.has(PAGES_CACHE))) return [];
  return (await (await caches.open(PAGES_CACHE)).keys()).map(({ url }) => url);
}

/** Forgets what this browser keeps of an account, and ends the worker that kept it. */
export async function forgetPages(): Promise<void> {
  if (!("caches" in globalThis)) return;
  await caches.delete(PAGES_CACHE);
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.unregister();
}
