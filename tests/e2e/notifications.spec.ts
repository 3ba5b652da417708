import { type BrowserContext, expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";

const SOON = { timeout: 15_000 };

async function send(context: BrowserContext, path: string, data: object = {}): Promise<{ id: string }> {
  const answer = await context.request.post(path, { data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as { id: string };
}

const icon = (page: Page) => page.locator("link[rel~=icon]").first();
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Notifications" }).getByRole("link", { name });

test("notifications are counted in title and icon, read where they are in view, and a follower followed back", async ({
  page,
  context,
  browser,
}) => {
  const me = await joinAs(context, "Reader");
  const other = await browser.newContext();
  const them = await joinAs(other, "Visitor");
  const post = await send(context, "/api/posts", { content: "Worth a look" });
  await send(other, `/api/users/${me.handle}/follow`);
  await send(other, `/api/posts/${post.id}/repost`);
  await send(other, `/api/posts/${post.id}/like`);
  await send(other, `/api/posts/${post.id}/comments`, { content: "Nice" });
  await send(other, "/api/posts", { content: "Look", quote_id: post.id });
  await send(other, "/api/posts", { content: `Hello @${me.handle}` });

  await page.goto("/quests");
  const second = await context.newPage();
  await second.goto("/bookmarks");
  await expect(second).toHaveTitle(/^\(6\) Bookmarks/);
  await expect(icon(second)).toHaveAttribute("href", /^data:image\/png/);

  await page.setViewportSize({ width: 390, height: 560 });
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Notifications/ })
    .click();
  await expect(page).toHaveTitle(/Notifications/);
  await expect(page.getByRole("link", { name: /mentioned you/ })).toBeVisible();
  const status = page.getByRole("status").filter({ hasText: /unread|caught up/ });
  await expect(status, "what is below the screen is unread").toHaveText(/^[1-4] unread$/);
  await expect(page.getByText("Unread", { exact: true })).toHaveCount(6);
  const offer = page.getByRole("button", { name: `Follow back @${them.handle}` });
  await offer.scrollIntoViewIfNeeded();
  await expect(status).toHaveText("You’re all caught up.");
  for (const each of [page, second]) {
    await expect(each).toHaveTitle(/^[^(]/, SOON);
    await expect(icon(each)).toHaveAttribute("href", /icon\.svg/);
  }
  await expect(page.getByText("Unread", { exact: true }), "and looks new until the page is left").toHaveCount(6);

  const followed = page.waitForResponse("**/follow");
  await offer.click();
  await followed;
  await expect(page.getByRole("button", { name: `Following @${them.handle}` })).toBeVisible();
  await page.goto("/notifications");
  await expect(page.getByRole("link", { name: "Visitor followed you" })).toBeVisible();
  await expect(page.getByRole("button", { name: `@${them.handle}` })).toHaveCount(0);

  await tab(page, "Mentions").click();
  await expect(page).toHaveURL("/notifications?kind=mentions");
  await expect(page.getByRole("main").getByRole("link", { name: /^Visitor / })).toHaveText([
    "Visitor mentioned you",
    "Visitor quoted your post",
  ]);
  await second.close();
});

test("a kind of notifications is turned off in the settings, and notifies no more", async ({
  page,
  context,
  browser,
}) => {
  await joinAs(context, "Chooser");
  const post = await send(context, "/api/posts", { content: "Worth a like" });
  await page.goto("/notifications");
  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.getByLabel(/^Likes/).uncheck();
  await page.getByRole("region", { name: "What you’re notified of" }).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  const other = await browser.newContext();
  await joinAs(other, "Admirer");
  await send(other, `/api/posts/${post.id}/like`);
  await send(other, `/api/posts/${post.id}/repost`);
  await page.goto("/notifications");
  await expect(page.getByRole("link", { name: "Admirer reposted your post" })).toBeVisible();
  await expect(page.getByRole("link", { name: /liked/ })).toHaveCount(0);
  await page.goto("/settings/notifications");
  await expect(page.getByLabel(/^Likes/)).not.toBeChecked();
  await expect(page.getByLabel(/^Reposts/)).toBeChecked();
});
