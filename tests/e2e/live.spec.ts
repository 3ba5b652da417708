import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs, type Member } from "@/tests/support/member";

/** Far less than the minute until the next pulse. */
const SOON = { timeout: 15_000 };

async function follow(context: BrowserContext, { handle }: Member): Promise<void> {
  const answer = await context.request.post(`/api/users/${handle}/follow`);
  expect(answer.ok()).toBe(true);
}

/** Counts the open streams of a browser's pages. */
function countStreams(context: BrowserContext) {
  const open = new Set<unknown>();
  context.on("request", (request) => request.resourceType() === "eventsource" && open.add(request));
  context.on("requestfailed", (request) => open.delete(request));
  context.on("requestfinished", (request) => open.delete(request));
  return () => open.size;
}

const unread = (page: Page, count: number) =>
  page.getByRole("link", { name: new RegExp(`Notifications.*${count} unread`) }).first();

test("a new notification is counted at once, in every tab, through one stream", async ({ page, context, browser }) => {
  const streams = countStreams(context);
  const me = await joinAs(context, "Watcher");
  const other = await browser.newContext();
  await joinAs(other, "Follower");
  await page.goto("/bookmarks");
  const second = await context.newPage();
  await second.goto("/quests");
  await expect.poll(streams).toBe(1);
  await follow(other, me);
  for (const tab of [page, second]) await expect(unread(tab, 1)).toBeVisible(SOON);
  expect(streams()).toBe(1);
  await other.close();
});
