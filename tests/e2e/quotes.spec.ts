import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test("a post is quoted by keyboard, shown as a card, and found among its quotes", async ({
  page,
  context,
  browser,
}) => {
  const author = await browser.newContext();
  await joinAs(author, "Maker");
  const [content, said] = [sentence("A lamp"), sentence("Seen")];
  const id = await post(author, { content });
  await joinAs(context, "Quoter");
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "Repost or quote, 0" }).press("Enter");
  await page.getByRole("menuitem", { name: "Quote" }).press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quote a post");
  const card = page.getByRole("group", { name: "Quoted post by Maker" });
  await expect(card).toContainText(content);
  await page.getByRole("textbox", { name: "Your post" }).fill(said);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "Your post" })).toHaveValue(said);
  await page.getByRole("button", { name: "Post", exact: true }).click();

  const row = page.getByRole("article").filter({ hasText: said });
  await expect(row.getByRole("group")).toContainText(content);
  await row.getByRole("group").getByRole("link").click();
  await page.getByRole("link", { name: "1 quote" }).click();
  await expect(page.getByRole("article")).toHaveText([new RegExp(said)]);
  await expectAccessible(page);
});

test("the author of a quoted post is told, and takes it out of the other for everybody", async ({
  page,
  context,
  browser,
}) => {
  await joinAs(context, "Maker");
  const content = sentence("A chair");
  const id = await post(context, { content });
  const other = await browser.newContext();
  await joinAs(other, "Quoter");
  const quote = await post(other, { content: sentence("Look"), quote_id: id });
  await page.goto("/notifications");
  await page.getByRole("link", { name: "Quoter quoted your post" }).first().click();
  await expect(page.getByRole("group", { name: "Quoted post by Maker" })).toContainText(content);
  await page.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Take my post out of it" }).click();
  await page.getByRole("button", { name: "Take it out" }).click();
  await expect(page.getByText("The quoted post isn’t available.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Quoted post by Maker" })).toHaveCount(0);
  const theirs = await other.newPage();
  await theirs.goto(`/posts/${quote}`);
  await expect(theirs.getByText("The quoted post isn’t available.")).toBeVisible();
});

test("a post is not offered for quoting to whom its author does not let", SLOW, async ({ page, context, browser }) => {
  const author = await browser.newContext();
  await joinAs(author, "Maker");
  const id = await post(author, { content: sentence("A stool") });
  const settings = await author.newPage();
  await settings.goto("/settings/profile");
  await settings
    .getByRole("group", { name: "Who can quote your posts" })
    .getByRole("radio", { name: /^Nobody/ })
    .check();
  await settings.getByRole("button", { name: "Save" }).click();
  await expect(settings.getByText("Profile saved.")).toBeVisible();
  await joinAs(context, "Quoter");
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("button", { name: "Repost, 0" })).toBeVisible();
  await page.goto(`/posts/new?quote=${id}`);
  await expect(page.getByText("This post can’t be quoted")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Your post" })).toHaveCount(0);
});
