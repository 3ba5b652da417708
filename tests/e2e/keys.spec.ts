import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { openHelp } from "@/tests/support/help";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("posts are focused, liked and opened by keyboard shortcuts", async ({ page, context }) => {
  await joinAs(context, "Keys");
  await page.goto("/?feed=everyone");
  const posts = page.getByRole("feed").getByRole("article");
  await expect(posts.nth(2)).toBeVisible();
  // Keys pressed before hydration have no effect.
  await expect(async () => {
    await page.keyboard.press("j");
    await expect(posts.nth(0)).toBeFocused({ timeout: 2000 });
  }).toPass();
  await page.keyboard.press("j");
  await page.keyboard.press("j");
  await expect(posts.nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(posts.nth(1)).toBeFocused();

  const liked = page.waitForResponse("**/like");
  await page.keyboard.press("l");
  expect((await liked).status()).toBe(200);
  await expect(posts.nth(1).getByRole("button", { name: /^Liked/ })).toHaveAttribute("aria-pressed", "true");

  const id = await posts.nth(1).getAttribute("data-post");
  await page.keyboard.press("o");
  await expect(page).toHaveURL(`/posts/${id}`);
});

test("a toast can be dismissed without closing the dialog below it", SLOW, async ({ page }) => {
  await page.goto("/");
  const menu = page.getByRole("menu");
  await expect(async () => {
    await page.getByRole("button", { name: "More about this post" }).first().click();
    await expect(menu).toBeVisible({ timeout: 2000 });
  }).toPass();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  const dismiss = page.getByLabel("Dismiss", { exact: true });
  await dismiss.hover(); // A toast stays while the pointer is over it.
  await page.keyboard.press("?");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(list).toBeVisible();
  await dismiss.click();
  await expect(dismiss).toHaveCount(0);
  await expect(list).toBeVisible();
});

test("shortcuts lead everywhere, are listed by ?, and are inactive while typing", async ({ page, context }) => {
  await joinAs(context, "Typist");
  await page.goto("/bookmarks");
  await expect(page.getByRole("heading", { name: "Bookmarks", exact: true })).toBeVisible();
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await openHelp(page);
  await expect(list.getByText("Notifications")).toBeVisible();
  await expectAccessible(page, { within: "[role=dialog]" });
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await page.keyboard.press("Escape");
  await expect(list).toBeHidden();
  await expect(page).toHaveURL("/bookmarks");

  await page.keyboard.press("g");
  await page.keyboard.press("n");
  await expect(page).toHaveURL("/notifications");
  await page.keyboard.press("/");
  await expect(page.getByRole("banner").getByRole("searchbox")).toBeFocused();
  await page.keyboard.type("jngf?");
  await expect(page.getByRole("banner").getByRole("searchbox")).toHaveValue("jngf?");
  await expect(page).toHaveURL("/notifications");
  await page.getByRole("banner").getByRole("searchbox").blur();
  await page.keyboard.press("n");
  await expect(page).toHaveURL("/posts/new");
  await expect(page.getByLabel("Your post")).toBeFocused();
});
