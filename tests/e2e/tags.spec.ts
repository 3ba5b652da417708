import { randomBytes } from "node:crypto";
import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";
import { makeStaff } from "@/tests/support/staff";

const newTag = () => `Tag${randomBytes(5).toString("hex")}`;

test("a hashtag is suggested while it is typed, leads to its posts, and brings them home once it is followed", async ({
  page,
  context,
  browser,
}) => {
  const tag = newTag();
  const author = await browser.newContext();
  await joinAs(author, "Tagger");
  await post(author, { content: `First of #${tag}` });
  await joinAs(context, "Reader");
  await page.goto("/");
  const field = page.getByRole("form", { name: "Write a post" }).locator("textarea");
  await field.pressSequentially(`Mine of #${tag.slice(0, 8).toLowerCase()}`);
  await expect(page.getByRole("option", { name: `#${tag}` })).toBeVisible();
  await field.press("Enter");
  await expect(field).toHaveValue(`Mine of #${tag} `);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.getByRole("link", { name: `#${tag}` }).click();

  await expect(page.getByRole("heading", { level: 1 })).toHaveText(`#${tag}`);
  await expect(page.getByRole("article")).toHaveText([/Mine of/, /First of/]);
  await expectAccessible(page);
  const followed = page.waitForResponse("**/follow");
  await page.getByRole("button", { name: `Follow #${tag}` }).click();
  await expect(page.getByRole("button", { name: `Following #${tag}: unfollow` })).toBeVisible();
  await followed;
  await page.goto("/");
  await expect(page.getByRole("article").filter({ hasText: tag })).toHaveText([/Mine of/, /First of/]);
});

test("a tag is muted on its page, and unmuted there", SLOW, async ({ page, context, browser }) => {
  const tag = newTag();
  const author = await browser.newContext();
  await joinAs(author, "Tagger");
  await post(author, { content: `Too much #${tag}` });
  await joinAs(context, "Reader");
  await page.goto(`/tags/${tag}`);
  await page.getByRole("button", { name: `Mute #${tag}` }).click();
  await expect(page.getByText("You muted this tag")).toBeVisible();
  await expect(page.getByRole("article")).toHaveCount(0);
  await page.getByRole("button", { name: `Unmute #${tag}` }).click();
  await expect(page.getByRole("article")).toHaveText([/Too much/]);
});

test(
  "moderators keep a tag out of trends on its page, and nobody else is offered to",
  SLOW,
  async ({ page, context }) => {
    const member = await joinAs(context, "Moderator");
    await page.goto("/tags/brass");
    await expect(page.getByRole("button", { name: /Mute/ })).toBeVisible();
    await expect(page.getByRole("button", { name: /trends/ })).toHaveCount(0);
    await makeStaff(member);
    const tag = newTag();
    await page.goto(`/tags/${tag}`);
    await page.getByRole("button", { name: "Keep out of trends" }).click();
    await page.getByRole("button", { name: "Allow in trends" }).click();
    await expect(page.getByRole("button", { name: "Keep out of trends" })).toBeVisible();
  },
);

test("a tag in a short post differs from its words by more than color", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Tagger");
  await post(context, { content: "It holds two cups #bridges" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/users/${handle}`);
  await expect(page.getByRole("link", { name: "#bridges" })).toBeVisible();
  await expectAccessible(page);
});
