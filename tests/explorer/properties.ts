import type { Scene } from "./stage";
import { settle, type Complaint, type Tab } from "./tab";
import { nameOf, type Step, valueOf } from "./acts";
import { withoutFragment } from "./routes";
import { BUTTONS, look, type View } from "./view";
import { violationsOf } from "@/tests/support/accessibility";

/** How long a page may take to show what has changed. */
const EVENTUALLY_MS = 8_000;
/** A ball falls for some seconds before its bet is shown. */
const FALLING_MS = 15_000;
const POLL_MS = 200;

/** What a tab was like before a step. */
export interface Before {
  view: View;
  /** When its document began: another one is read from its beginning. */
  document: number;
  /** The addresses that Back leads to, the last one last. */
  trail: string[];
}

export async function before(tab: Tab, trail: string[]): Promise<Before> {
  return { view: tab.view, document: await documentOf(tab), trail: [...trail] };
}

/** What has to hold after every step, as far as one tab can tell. */
export async function complaintsOf(tab: Tab, step: Step, earlier: Before): Promise<Complaint[]> {
  const found: Complaint[] = tab.complaints.splice(0);
  const waits = await settle(tab);
  if (waits.length > 0) found.push({ property: "no endless spinner", detail: `still waits: ${waits.join(", ")}` });
  tab.view = await look(tab.page);
  found.push(...tab.complaints.splice(0));
  // A feed or a file, which the browser shows by itself.
  if (!(await isPage(tab))) return found;
  if (tab.view.items.length === 0)
    found.push({ property: "no dead end", detail: "nothing on the page can be operated" });
  found.push(...(await lostFocus(tab, step, earlier)));
  found.push(...wrongBack(tab, step, earlier));
  found.push(...(await lostTexts(tab, step, earlier)));
  return found;
}

async function isPage({ page }: Tab): Promise<boolean> {
  return page.evaluate(() => document.contentType === "text/html").catch(() => true);
}

async function documentOf({ page }: Tab): Promise<number> {
  return page.evaluate(() => performance.timeOrigin).catch(() => 0);
}

async function hasFocus({ page }: Tab): Promise<boolean> {
  return page
    .evaluate(() => document.activeElement !== null && document.activeElement !== document.body)
    .catch(() => false);
}

/** Whoever pressed something, or closed it, goes on from there. */
async function lostFocus(tab: Tab, { act }: Step, { view, document }: Before): Promise<Complaint[]> {
  const closes = view.overlays.length > 0 && (act.kind === "back" || (act.kind === "key" && act.key === "Escape"));
  const presses = act.kind === "press" && BUTTONS.has(act.target.role);
  if (!(presses || closes) || pathOf(tab.view.url) !== pathOf(view.url)) return [];
  if ((await documentOf(tab)) !== document) return [];
  const end = Date.now() + 1_500;
  while (!(await hasFocus(tab))) {
    if (Date.now() > end) return [{ property: "the focus is never lost", detail: "it is nowhere" }];
    await tab.page.waitForTimeout(POLL_MS);
  }
  return [];
}

/** Back closes what opened last, or leads to the page before. */
function wrongBack({ view }: Tab, { act }: Step, earlier: Before): Complaint[] {
  if (act.kind !== "back") return [];
  const property = "Back undoes what opened last";
  const moved = withoutFragment(view.url) !== withoutFragment(earlier.view.url);
  const last = earlier.view.overlays.at(-1);
  if (last && moved) return [{ property, detail: `${last.role} “${last.name}” was open, and the page changed` }];
  if (last && view.overlays.length >= earlier.view.overlays.length && canBeClosed(earlier.view))
    return [{ property, detail: `${last.role} “${last.name}” stayed open` }];
  if (!last && !moved && earlier.trail.length > 1) return [{ property, detail: "nothing happened" }];
  return [];
}

/** What is shown once, such as a secret, is only closed by its buttons, one of which says that it was kept. */
function canBeClosed({ items }: View): boolean {
  return !items.some(({ isCovering, label }) => isCovering && /^(Done|I’ve saved them)$/.test(label));
}

/** A text stays in its field until it is sent, or given up with what it belongs to. */
async function lostTexts(tab: Tab, { act, fault }: Step, earlier: Before): Promise<Complaint[]> {
  const isElsewhere = withoutFragment(tab.view.url) !== withoutFragment(earlier.view.url);
  const endsAll = isElsewhere || ["open", "back", "forward", "reload"].includes(act.kind);
  const pressed = act.kind === "press" ? earlier.view.items.find((item) => isSame(item, act.target)) : undefined;
  const found: Complaint[] = [];
  const kept = [];
  for (const typed of endsAll ? [] : tab.typed) {
    const was = earlier.view.items.find((item) => isSame(item, typed.item));
    const item = tab.view.items.find((one) => isSame(one, typed.item));
    // A dialog that covers the page, or was closed with it.
    if (!item || !was) continue;
    const value = await valueOf(tab.page, item);
    if (value === typed.value || (await isInAnother(tab, typed))) {
      kept.push(typed);
      continue;
    }
    const isOwnAct =
      (pressed && !pressed.isShell && was.group === pressed.group) || (act.kind === "key" && act.key !== "Tab");
    const isEdited = act.kind === "fill" || !value?.includes(typed.value);
    if (act.kind === "fill" && isSame(item, act.target)) continue;
    if (isOwnAct && fault !== "failed") continue;
    const text = await tab.page.evaluate(() => document.body.innerText).catch(() => typed.value);
    if (isEdited && !text.includes(typed.value) && !(await isWaiting(tab, typed.value)))
      found.push({ property: "what was typed is never lost", detail: `“${typed.value}” in ${nameOf(typed.item)}` });
  }
  tab.typed = kept;
  return found;
}

/** Whether another field has the text, which was the one until others appeared before it. */
async function isInAnother(
  { page, view }: Tab,
  { item: { role, label }, value }: Tab["typed"][number],
): Promise<boolean> {
  const fields = view.items.filter((item) => item.role === role && item.label === label);
  const values = await Promise.all(fields.map((field) => valueOf(page, field)));
  return values.includes(value);
}

/** Whether the outbox has a text, to send it later. */
async function isWaiting({ page }: Tab, text: string): Promise<boolean> {
  const waiting = await page
    .evaluate(
      () =>
        new Promise<string>((resolve) => {
          const opening = indexedDB.open("pegboard");
          opening.onerror = () => resolve("");
          opening.onsuccess = () => {
            const database = opening.result;
            if (!database.objectStoreNames.contains("acts")) return resolve("");
            const all = database.transaction("acts").objectStore("acts").getAll();
            all.onsuccess = () => resolve(JSON.stringify(all.result));
            all.onerror = () => resolve("");
          };
        }),
    )
    .catch(() => "");
  return waiting.includes(text);
}

const isSame = (one: { role: string; label: string; nth: number }, other: typeof one) =>
  one.role === other.role && one.label === other.label && one.nth === other.nth;

const pathOf = (url: string) => new URL(url).pathname;

/** The balance of every tab becomes the ledger's. */
export async function wrongBalances(tabs: Tab[], scene: Scene, userId: string): Promise<Complaint[]> {
  const start = Date.now();
  for (;;) {
    const [row] = await scene.read<{ coins: string }>(`SELECT coins FROM "Profile" WHERE "userId" = $1`, [userId]);
    const ledger = Number(row?.coins ?? 10);
    const shown = await Promise.all(tabs.map(balanceOf));
    const wrong = shown.findIndex((balance) => balance !== null && balance !== ledger);
    if (wrong < 0) return [];
    const timeout = tabs.some(({ view }) => /^\/(coins|rooms|ranked)/.test(view.route)) ? FALLING_MS : EVENTUALLY_MS;
    if (Date.now() - start > timeout)
      return [
        {
          property: "the balance becomes the ledger’s",
          detail: `a tab shows ${shown[wrong]}, the ledger says ${ledger}`,
        },
      ];
    await tabs[0]!.page.waitForTimeout(POLL_MS);
  }
}

/** The coins in the header of a page; null where there are none. */
async function balanceOf({ page }: Tab): Promise<number | null> {
  const text = await page
    .evaluate(() => document.querySelector('header a[href="/coins"]')?.textContent ?? "")
    .catch(() => "");
  const digits = /\d[\d.,\s\u202f]*/.exec(text)?.[0].replace(/\D/g, "");
  return digits ? Number(digits) : null;
}

/** Nothing is shown that should be hidden. */
export async function shownSecrets({ page }: Tab, secrets: string[]): Promise<Complaint[]> {
  const text = await page.evaluate(() => document.title + document.body.innerText).catch(() => "");
  return secrets
    .filter((secret) => text.includes(secret))
    .map((secret) => ({ property: "nothing hidden is shown", detail: `“${secret}” is visible` }));
}

/** Axe finds nothing. Its rule about landmarks knows dialogs, but not menus, which belong to their button. */
export async function violations({ page, view }: Tab): Promise<Complaint[]> {
  const except = view.overlays.some(({ role }) => role === "menu") ? ["region"] : [];
  const found = await violationsOf(page, { except }).catch(() => []);
  return found.map((violation) => ({ property: "axe finds nothing", detail: violation.slice(0, 400) }));
}

/** What was sent once exists once. */
export async function doubled(scene: Scene, texts: string[]): Promise<Complaint[]> {
  if (texts.length === 0) return [];
  const rows = await scene.read<{ content: string; copies: number }>(
    `SELECT content, count(*)::int AS copies FROM (
       SELECT content FROM "Post" WHERE "deletedAt" IS NULL UNION ALL SELECT content FROM "Comment" UNION ALL
       SELECT content FROM "RoomMessage") written
     WHERE content = ANY($1) GROUP BY content HAVING count(*) > 1`,
    [texts],
  );
  return rows.map(({ content, copies }) => ({
    property: "what is sent once exists once",
    detail: `“${content}” exists ${copies} times`,
  }));
}
