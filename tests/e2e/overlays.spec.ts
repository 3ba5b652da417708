import { expect } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { openHelp } from "@/tests/support/help";
import { post, sentence } from "@/tests/support/posts-by-session";

test("Back closes an open menu or dialog, and then leads to the page before, however often they were opened", async ({
  page,
  context,
}) => {
  await joinAs(context, "Returner");
  await post(context, { content: sentence("A bridge") });
  await page.goto("/builds");
  await page.getByRole("link", { name: "Feed", exact: true }).first().click();
  await expect(page).toHaveURL("/");
  const account = page.getByRole("button", { name: "Account menu" });
  const more = page.getByRole("article").filter({ hasText: "A bridge" }).getByRole("button", { name: /^More/ });
  const menu = page.getByRole("menu");
  const dialog = page.getByRole("alertdialog");

  for (const trigger of [account, more]) {
    await trigger.click();
    await expect(menu).toBeVisible();
    await page.goBack();
    await expect(menu).toBeHidden();
    await expect(page).toHaveURL("/");
    await expect(trigger).toBeFocused();
  }

  await more.click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(dialog).toBeVisible();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");

  for (let time = 0; time < 3; time += 1) {
    await account.click();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
  }
  await page.goBack();
  await expect(page).toHaveURL("/builds");
});

test("Back from a page that was chosen in a menu leads to the page of the menu, and then to the one before", async ({
  page,
  context,
}) => {
  await joinAs(context, "Returner");
  await page.goto("/news");
  await page.getByRole("link", { name: "Builds", exact: true }).first().click();
  await expect(page).toHaveURL("/builds");
  await page.getByRole("button", { name: "Account menu" }).click();
  await page.getByRole("menuitem", { name: "Scheduled posts" }).click();
  await expect(page).toHaveURL("/posts/scheduled");
  await page.goBack();
  await expect(page).toHaveURL("/builds");
  await page.goBack();
  await expect(page).toHaveURL("/news");
  await page.goForward();
  await expect(page).toHaveURL("/builds");
});

test("Back leads to the page before after a reload under an open menu", async ({ page, context }) => {
  await joinAs(context, "Returner");
  await page.goto("/news");
  await page.getByRole("link", { name: "Builds", exact: true }).first().click();
  await expect(page).toHaveURL("/builds");
  const account = page.getByRole("button", { name: "Account menu" });
  const menu = page.getByRole("menu");
  await account.click();
  await expect(menu).toBeVisible();
  await page.reload();
  await openHelp(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
  // Choosing the page again makes Next replace the state of its entry.
  for (const key of ["g", "b", "g", "b"]) await page.keyboard.press(key);
  await account.click();
  await expect(menu).toBeVisible();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(page).toHaveURL("/builds");
  await page.goBack();
  await expect(page).toHaveURL("/news");
});

test("a dialog that was opened in a menu returns the focus to the menu's button, every time", async ({
  page,
  context,
  browser,
}) => {
  await joinAs(context, "Returner");
  const { handle } = await joinAs(await browser.newContext(), "Neighbour");
  await page.goto(`/users/${handle}`);
  const more = page.getByRole("button", { name: `More about @${handle}` });
  for (let time = 0; time < 3; time += 1) {
    await more.click();
    await page.getByRole("menuitem", { name: /^Report/ }).click();
    await page.getByRole("radio").first().focus();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(more).toBeFocused();
  }
});

test("dismissing a message returns the focus to where it was", async ({ page, context }) => {
  await joinAs(context, "Keyboard");
  await post(context, { content: sentence("A bridge") });
  await page.goto("/");
  const toast = page.getByRole("status").getByRole("listitem");
  const more = page.getByRole("article").filter({ hasText: "A bridge" }).getByRole("button", { name: /^More/ });
  const copy = async () => {
    await more.click();
    await page.getByRole("menuitem", { name: "Copy link" }).click();
    await expect(toast).toBeVisible();
    await expect(more).toBeFocused();
  };
  for (const dismiss of ["click", "keyboard"]) {
    await copy();
    const button = toast.getByRole("button", { name: "Dismiss" });
    if (dismiss === "click") await button.click();
    else await button.press("Escape");
    await expect(toast).toHaveCount(0);
    await expect(more).toBeFocused();
  }
});
