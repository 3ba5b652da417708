import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { png } from "@/tests/lib/domain/writing/media/images";
import { openHelp } from "@/tests/support/help";
import { SLOW } from "@/tests/support/slow";

test("deleting moves the focus to what follows", SLOW, async ({ page, context }) => {
  const { handle } = await joinAs(context, "Keyboard");
  for (const content of ["the oldest", "the middle", "the newest"])
    expect((await context.request.post("/api/posts", { data: { content } })).status()).toBe(201);
  await page.goto(`/users/${handle}`);
  await hasLoadedAll(page);

  const posts = page.getByRole("article");
  const menuOf = (text: string) => posts.filter({ hasText: text }).getByRole("button", { name: /^More/ });
  await menuOf("the middle").press("Enter");
  await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
  await page.getByRole("button", { name: "Delete post" }).press("Enter");
  await expect(posts.filter({ hasText: "the middle" })).toHaveCount(0);
  await expect(page.locator(":focus")).toContainText("the oldest");
});

test("revoking the only key moves the focus to the list of keys", SLOW, async ({ page, context }) => {
  await joinAs(context, "Keyboard");
  const key = { name: "the only one", scopes: ["read:posts"] };
  expect((await context.request.post("/api/developer/keys", { data: key })).status()).toBe(201);
  await page.goto("/settings/developer");
  await hasLoadedAll(page);

  await page.getByRole("button", { name: "Revoke" }).press("Enter");
  await page.getByRole("button", { name: "Revoke key" }).press("Enter");
  await expect(page.getByText("the only one")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "API keys" }).locator(":focus")).toBeVisible();
});

test("claiming a quest beside a page leaves the focus there", async ({ page, context }) => {
  await joinAs(context, "Keyboard");
  expect((await context.request.post("/api/posts", { data: { content: "Pinned up" } })).status()).toBe(201);
  await page.goto("/news");
  await hasLoadedAll(page);

  const beside = page.getByRole("complementary", { name: "Around you" });
  await beside.getByRole("button", { name: "Claim 2 coins" }).press("Enter");
  await expect(beside.getByRole("button", { name: "Claim 2 coins" })).toHaveCount(0);
  // What has taken its place.
  await expect(beside.locator(":focus")).toContainText("20 XP");
});

test("submitting a post or a comment by its button leaves the focus at the button", async ({ page, context }) => {
  await joinAs(context, "Keyboard");
  await page.goto("/");
  const posting = page.getByRole("form", { name: "Write a post" });
  await posting.getByRole("textbox").fill("Sent by the button");
  await posting.getByRole("button", { name: "Post" }).press("Enter");
  const posted = page.getByRole("article").filter({ hasText: "Sent by the button" });
  await expect(posted).toBeVisible();
  await expect(posting.getByRole("button", { name: "Post" })).toBeFocused();

  await posted.getByRole("link", { name: /^Comments/ }).click();
  const commenting = page.getByRole("form", { name: /comment/i });
  await commenting.getByRole("textbox").fill("Answered by the button");
  await commenting.getByRole("button", { name: "Comment" }).press("Enter");
  await expect(page.getByText("Answered by the button")).toBeVisible();
  await expect(commenting.getByRole("button", { name: "Comment" })).toBeFocused();
});

test("choosing a picture leaves the focus at its button", async ({ page, context }) => {
  await joinAs(context, "Keyboard");
  await page.goto("/settings/profile");
  await hasLoadedAll(page);
  await page.getByLabel("Choose a picture").focus();
  const picture = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(await png()) };
  await page.getByLabel("Choose a picture").setInputFiles(picture);
  await expect(page.getByLabel("Choose another")).toBeFocused();
});

test("closing a dialog that a key opened while nothing had the focus leads to the page's content", async ({
  page,
  context,
}) => {
  await joinAs(context, "Keyboard");
  await page.goto("/bookmarks");
  await openHelp(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page.getByRole("main")).toBeFocused();
});

/** Waits for what is loaded after the page: the region of toasts comes with what keeps the focus. */
const hasLoadedAll = (page: Page) => expect(page.locator('[role="status"][aria-atomic="false"]')).toBeAttached();
