import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test("an open post shows who likes it, and counts what others do meanwhile", async ({ page, context, browser }) => {
  await joinAs(context, "Maker");
  const id = await post(context, { content: sentence("A lamp") });
  await page.clock.install();
  await page.goto(`/posts/${id}`);
  await expect(page.getByRole("button", { name: "Like, 0" })).toBeVisible();
  const other = await browser.newContext();
  const { handle } = await joinAs(other, "Admirer");
  await other.request.post(`/api/posts/${id}/like`);
  const asked = page.waitForResponse("**/counts");
  await page.clock.runFor(16_000);
  await asked;
  await expect(page.getByRole("button", { name: "Like, 1" })).toBeVisible();
  await page.getByRole("link", { name: "1 like" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Likes");
  await expect(page.getByText(`@${handle}`)).toBeVisible();
  await expectAccessible(page);
});

test("a post is pinned to the top of its author's profile, and unpinned there", SLOW, async ({ page, context }) => {
  const { handle } = await joinAs(context, "Pinner");
  const [older, newer] = [sentence("Older"), sentence("Newer")];
  await post(context, { content: older });
  await post(context, { content: newer });
  await page.goto(`/users/${handle}`);
  const row = (text: string) => page.getByRole("article").filter({ hasText: text });
  await row(older).getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Pin to your profile" }).click();
  await expect(page.getByText("Pinned to your profile.")).toBeVisible();
  await page.reload();
  const pinned = page.getByRole("region", { name: "Pinned post" });
  await expect(pinned).toContainText(older);
  await pinned.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Unpin from your profile" }).click();
  await expect(pinned).toHaveCount(0);
});

test("a conversation is muted in its menu, and notifies no more", SLOW, async ({ page, context, browser }) => {
  await joinAs(context, "Quiet");
  const id = await post(context, { content: sentence("Noise") });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Mute this conversation" }).click();
  await expect(page.getByText("Nothing here notifies you any more.")).toBeVisible();
  const other = await browser.newContext();
  await joinAs(other, "Talker");
  await other.request.post(`/api/posts/${id}/comments`, { data: { content: "Hello" } });
  await page.goto("/notifications");
  await expect(page.getByText("Talker")).toHaveCount(0);
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "More about this post" }).click();
  await expect(page.getByRole("menuitem", { name: "Unmute this conversation" })).toBeVisible();
});
