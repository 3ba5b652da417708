import type { BrowserContext, Page } from "@playwright/test";
import type { Item, View } from "./view";

/** How long a page may take until nothing on it waits any more. */
const LOAD_TIMEOUT_MS = 5_000;
const POLL_MS = 40;

/** What has to hold, as findings name it. */
export type Property =
  | "no page error"
  | "no console error"
  | "no 5xx"
  | "no endless spinner"
  | "no dead end"
  | "the focus is never lost"
  | "Back undoes what opened last"
  | "what was typed is never lost"
  | "what is sent once exists once"
  | "the balance becomes the ledger’s"
  | "nothing hidden is shown"
  | "axe finds nothing";

/** What a tab did that it must not. */
export interface Complaint {
  property: Property;
  detail: string;
}

/** A text that was typed, and has to stay until it is sent or given up. */
export interface Typed {
  item: Pick<Item, "role" | "label" | "nth">;
  value: string;
}

/** A tab of the browser, with what it complained about and what has to last in it. */
export interface Tab {
  page: Page;
  view: View;
  complaints: Complaint[];
  typed: Typed[];
  /** Presses since the page was loaded, by which its state is reached again. */
  presses: Pick<Item, "role" | "label" | "nth">[];
  /** Those of them by which the dialog or menu was opened that is open. */
  opening: Pick<Item, "role" | "label" | "nth">[];
  /** The address that was loaded. */
  loaded: string;
  /** The status that it was answered with. */
  status: number;
  /** The page of the button that opened the dialog or menu. */
  openedAt: string;
  pending: Set<unknown>;
}

/** Chromium writes about every failed request. Those of servers that fail are noticed by their status. */
const ABOUT_REQUESTS = /^Failed to load resource/;

export async function openTab(context: BrowserContext): Promise<Tab> {
  const page = await context.newPage();
  page.setDefaultTimeout(10_000);
  const none: View = { url: "about:blank", route: "", items: [], overlays: [] };
  const tab: Tab = {
    page,
    view: none,
    complaints: [],
    typed: [],
    presses: [],
    opening: [],
    loaded: "/",
    status: 0,
    openedAt: "",
    pending: new Set(),
  };
  const complain = (property: Property, detail: string) => tab.complaints.push({ property, detail });
  page.on("pageerror", (error) => complain("no page error", error.message.slice(0, 300)));
  page.on("console", (message) => {
    if (message.type() === "error" && !ABOUT_REQUESTS.test(message.text()))
      complain("no console error", message.text().slice(0, 300));
  });
  page.on("response", (response) => {
    if (response.request().isNavigationRequest()) tab.status = response.status();
    if (response.status() < 500) return;
    const { pathname } = new URL(response.url());
    complain("no 5xx", `${response.request().method()} ${pathname} answered ${response.status()}`);
  });
  page.on("request", (request) => request.resourceType() !== "eventsource" && tab.pending.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => tab.pending.delete(request));
  page.on("framenavigated", (frame) => frame === page.mainFrame() && tab.pending.clear());
  page.on("dialog", (dialog) => void dialog.accept().catch(() => undefined));
  page.on("popup", (popup) => void popup.close().catch(() => undefined));
  return tab;
}

/**
 * Waits until nothing on the page waits any more.
 * @returns what still waits although no request is open, after longer than anybody should have to look at it
 */
export async function settle({ page, pending }: Tab): Promise<string[]> {
  const end = Date.now() + LOAD_TIMEOUT_MS;
  let quiet = 0;
  let waits: string[] = [];
  let since = Date.now();
  while (quiet < 2) {
    waits = await page.evaluate(busyParts).catch(() => ["the page itself"]);
    if (pending.size > 0) since = Date.now();
    quiet = waits.length === 0 && pending.size === 0 ? quiet + 1 : 0;
    if (waits.length > 0 && Date.now() - since > LOAD_TIMEOUT_MS) return waits;
    if (waits.length === 0 && Date.now() > end) return [];
    if (Date.now() > end + 4 * LOAD_TIMEOUT_MS) return waits;
    await page.waitForTimeout(POLL_MS);
  }
  return [];
}

/** What says that it waits, and is visible. What is below a dialog waits for its answer. */
function busyParts(): string[] {
  const dialogs = document.querySelectorAll("[role=dialog], [role=alertdialog]");
  const waiting = (dialogs.item(dialogs.length - 1) ?? document).querySelectorAll(
    '[aria-busy="true"], [data-pending], .animate-spin',
  );
  return [...waiting]
    .map((part) => (part.hasAttribute("data-pending") ? (part.parentElement ?? part) : part))
    .filter((part) => part.checkVisibility())
    .map((part) => (part.closest("button, a, [aria-label]") ?? part).textContent?.trim().slice(0, 60) || part.tagName);
}
