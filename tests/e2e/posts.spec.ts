import path from "node:path";
import { expect } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test("a post appears on top at once, its length is counted, and its draft survives a reload", async ({
  page,
  context,
}) => {
  await joinAs(context, "Writer");
  await page.goto("/");
  const box = page.getByLabel("Your post");
  const content = sentence("A shelf");
  await box.fill("x".repeat(281));
  await expect(page.getByText("1 over")).toBeVisible();
  await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
  await box.fill(content);
  await page.reload();
  await expect(box).toHaveValue(content);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByRole("feed").getByRole("article").first()).toContainText(content);
  await expect(box).toHaveValue("");
  await page.reload();
  await expect(page.getByRole("article").filter({ hasText: content })).toHaveCount(1);
});

test("pictures are uploaded while writing, with descriptions for people who cannot see them", async ({
  page,
  context,
}) => {
  await joinAs(context, "Painter");
  await page.goto("/");
  await page
    .getByLabel("Add pictures")
    .setInputFiles([path.resolve("public/icon-192.png"), path.resolve("public/icon-512.png")]);
  await page.getByLabel("Description of picture 1").fill("Five pegs and a ball");
  await page.getByRole("button", { name: "Remove picture 2" }).click();
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const picture = page.getByRole("feed").getByRole("img", { name: "Five pegs and a ball" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))).toBe(192);
});

test("a like shows at once, and is reverted when the server refuses it", async ({ page, context, browser }) => {
  const author = await browser.newContext();
  await joinAs(author, "Author");
  const id = await post(author, { content: sentence("A stool") });
  await joinAs(context, "Reader");
  await page.goto(`/posts/${id}`);
  const answered = page.waitForResponse("**/like");
  await page.getByRole("button", { name: "Like, 0" }).click();
  await expect(page.getByRole("button", { name: "Liked, 1" })).toHaveAttribute("aria-pressed", "true");
  await answered;
  await page.reload();
  await expect(page.getByRole("button", { name: "Liked, 1" })).toBeVisible();

  await page.route("**/api/posts/*/like", (route) => route.fulfill({ status: 500, json: { error: "Failed" } }));
  await page.getByRole("button", { name: "Liked, 1" }).click();
  await expect(page.getByText("nothing was changed").first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Liked, 1" })).toBeVisible();
});

test(
  "bookmarks and reposts survive a reload, and the profile shows reposts",
  SLOW,
  async ({ page, context, browser }) => {
    const author = await browser.newContext();
    await joinAs(author, "Maker");
    const content = sentence("A lamp");
    const id = await post(author, { content });
    await joinAs(context, "Keeper");
    await page.goto(`/posts/${id}`);
    const answered = Promise.all([page.waitForResponse("**/bookmark"), page.waitForResponse("**/repost")]);
    await page.getByRole("button", { name: "Bookmark" }).click();
    await page.getByRole("button", { name: "Repost or quote, 0" }).click();
    await page.getByRole("menuitem", { name: "Repost" }).click();
    await expect(page.getByRole("button", { name: "Reposted, 1" })).toBeVisible();
    await answered;
    await page.goto("/bookmarks");
    await expect(page.getByRole("article").filter({ hasText: content })).toBeVisible();
  },
);

test("a deleted post disappears from its list, and its page is a 404", async ({ page, context }) => {
  await joinAs(context, "Mover");
  const content = sentence("A crate");
  const id = await post(context, { content });
  await page.goto("/");
  const row = page.getByRole("article").filter({ hasText: content });
  await row.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete post" }).click();
  await expect(row).toHaveCount(0);
  await expect(async () => expect((await page.request.get(`/posts/${id}`)).status()).toBe(404)).toPass();
});

test("a followers-only post looks nonexistent to everybody else", SLOW, async ({ page, context, browser }) => {
  const author = await browser.newContext();
  const { handle } = await joinAs(author, "Quiet");
  const id = await post(author, { content: sentence("A secret"), audience: "FOLLOWERS" });
  await joinAs(context, "Stranger");
  expect((await page.goto(`/posts/${id}`))?.status()).toBe(404);
  await context.request.post(`/api/users/${handle}/follow`);
  expect((await page.goto(`/posts/${id}`))?.status()).toBe(200);
  await expect(page.getByText("Followers", { exact: true }).first()).toBeVisible();
});

test("a post and its discussion can be read without JavaScript", SLOW, async ({ browser, context }) => {
  await joinAs(context, "Plain");
  const content = sentence("A ladder");
  const id = await post(context, { content });
  await context.request.post(`/api/posts/${id}/comments`, { data: { content: "It holds." } });
  const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
  await page.goto(`/posts/${id}`);
  await expect(page.getByText(content)).toBeVisible();
  await expect(page.getByText("It holds.")).toBeVisible();
  await page.goto("/");
  await expect(page.getByRole("article").filter({ hasText: content })).toBeVisible();
});

test("text written after the session ended is kept, beside a link to sign in", SLOW, async ({ page, context }) => {
  await joinAs(context, "Sleeper");
  await page.goto("/?feed=everyone");
  const words = page.getByLabel("Your post");
  await words.fill("Said after the session");
  await context.clearCookies();
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const note = page.getByRole("alert").filter({ hasText: "You’re signed out" });
  const [beside] = await Promise.all([
    page.waitForEvent("popup"),
    note.getByRole("link", { name: /sign in/i }).click(),
  ]);
  await expect(beside.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(words).toHaveValue("Said after the session");
});
