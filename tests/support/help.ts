import { expect, type Page } from "@playwright/test";

/** Opens the list of shortcuts. Keys have no effect before hydration, so that the page acts on keys once it is open. */
export async function openHelp(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible({ timeout: 2000 });
  }).toPass();
}
