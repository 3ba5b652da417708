import { expect, test } from "@playwright/test";

test.use({ javaScriptEnabled: false });

test("without JavaScript, lists are paged, and people and news found, by links and forms", async ({ page }) => {
  await page.goto("/?feed=everyone");
  const newest = await page.getByRole("article").first().innerText();
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(page).toHaveURL(/cursor=/);
  expect(await page.getByRole("article").first().innerText()).not.toBe(newest);
  await page.getByRole("banner").getByRole("searchbox").fill("abacus");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=abacus$/);
  await expect(
    page
      .getByRole("article")
      .filter({ hasText: /abacus/i })
      .first(),
  ).toBeVisible();
});

test("without JavaScript, the front page shows the board and how to join, and the footer what the sheet has", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const welcome = page.getByRole("region", { name: /^Pegboard is where people/ });
  await expect(welcome.getByRole("link", { name: "Join Pegboard" })).toBeVisible();
  await expect(welcome.getByRole("button")).toBeHidden();
  await expect(page.getByRole("button", { name: "More", exact: true })).toBeHidden();
  await page.getByRole("navigation", { name: "More pages" }).getByRole("link", { name: "Duels" }).click();
  await expect(page).toHaveURL("/ranked");
});
