import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";

test.use({ serviceWorkers: "allow" });

/** Opens a page, and waits until the worker serves this browser. */
async function openWithWorker(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve));
  });
}

const keptPages = (page: Page) =>
  page.evaluate(async () => (await (await caches.open("pages")).keys()).map(({ url }) => new URL(url).pathname));

test("what was read last opens without a connection, and what was done there goes out later", async ({
  page,
  context,
}) => {
  await joinAs(context, "Commuter");
  const about = sentence("A platform");
  const id = await post(context, { content: about });
  await openWithWorker(page, "/");
  for (const path of ["/", `/posts/${id}`, "/builds", "/settings/profile"]) await page.goto(path);
  await expect.poll(() => keptPages(page)).toEqual(["/", `/posts/${id}`, "/builds"]);
  await page.goto("/");

  await context.setOffline(true);
  await expect(page.getByText("You’re offline. This page may be old.")).toBeVisible();
  await page
    .getByRole("article")
    .filter({ hasText: about })
    .getByRole("link")
    .filter({ hasText: /now|ago|s/ })
    .last()
    .click();
  await expect(page).toHaveURL(`/posts/${id}`);
  await expect(page.getByText(about)).toBeVisible();
  await page.reload();
  await page.getByRole("button", { name: "Like, 0" }).click();
  await expect(page.getByText("1 thing waits for a connection.")).toBeVisible();
  await page.goto("/coins").catch(() => undefined);
  await expect(page.getByRole("heading", { name: "You’re offline" })).toBeVisible();
  await page.getByRole("link", { name: "Back to the feed" }).click();
  await expect(page.getByRole("article").filter({ hasText: about })).toBeVisible();
  await expect(page.getByText("1 thing waits for a connection.")).toBeVisible();

  await context.setOffline(false);
  await expect(page.getByText("waits for a connection")).toBeHidden();
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("button", { name: "Liked, 1" })).toBeVisible();
});

test("a post opened from a profile is kept as well, and reading it is one view", async ({ page, context, browser }) => {
  const author = await browser.newContext();
  const { handle } = await joinAs(author, "Columnist");
  const about = sentence("A column");
  const id = await post(author, { content: about });
  await joinAs(context, "Subscriber");
  await openWithWorker(page, `/users/${handle}`);
  await page.getByRole("article").filter({ hasText: about }).locator(`a[href="/posts/${id}"]`).first().click();
  await expect(page).toHaveURL(`/posts/${id}`);
  await expect.poll(() => keptPages(page)).toContain(`/posts/${id}`);

  await context.setOffline(true);
  await page.reload();
  await expect(page.getByText(about)).toBeVisible();
  const own = await author.newPage();
  await own.goto(`/posts/${id}`);
  await expect(own.getByText("1 view", { exact: true })).toBeVisible();
  await author.close();
});

test("signing out ends the worker, and another account finds nothing of the last", async ({ page, context }) => {
  await joinAs(context, "First");
  await openWithWorker(page, "/");
  await page.goto("/notifications");
  await expect.poll(() => keptPages(page)).toContain("/notifications");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(await keptPages(page)).toEqual([]);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
});

test("pages of an account are gone once another's page is shown, without a sign-out in between", async ({
  page,
  context,
}) => {
  await joinAs(context, "Left");
  await openWithWorker(page, "/");
  await page.goto("/bookmarks");
  await expect.poll(() => keptPages(page)).toContain("/bookmarks");
  await context.clearCookies();
  await joinAs(context, "Right");
  await page.goto("/builds");
  await expect.poll(() => keptPages(page)).toEqual(["/builds"]);
});
