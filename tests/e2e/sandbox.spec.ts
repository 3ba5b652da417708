import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test(
  "a sandbox is created, its clock advanced, it is reset with the same keys, and deleted, at 360 px",
  SLOW,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await joinAs(page.context(), "Sandy");
    await page.goto("/settings/developer");
    await page.getByRole("link", { name: "A sandbox, with test keys" }).click();
    const dialog = page.getByRole("dialog");
    await expect(async () => {
      await page.getByRole("button", { name: "Make a sandbox" }).click();
      await expect(dialog).toBeVisible({ timeout: 2000 });
    }).toPass();
    await dialog.getByLabel("Seed").fill("by hand");
    await dialog.getByRole("button", { name: "Make it" }).click();
    const keys = dialog.locator("code");
    await expect(keys).toHaveCount(3);
    const shown = await keys.allTextContents();
    for (const key of shown) expect(key).toMatch(/^pb_test_/);
    await expectAccessible(page, { within: "[role=dialog]" });
    await dialog.getByRole("button", { name: "Done" }).click();

    const clock = page.locator("time").first();
    await expect(page.getByText("by hand")).toBeVisible();
    await expectAccessible(page, { within: "main" });
    const before = Date.parse((await clock.getAttribute("datetime")) ?? "");
    await page.getByRole("button", { name: "Move the clock" }).click();
    await dialog.getByRole("radio", { name: /A day/ }).check();
    await dialog.getByRole("button", { name: "Move it" }).click();
    await expect(page.getByText(/The clock has moved/)).toBeVisible();
    await expect
      .poll(async () => Date.parse((await clock.getAttribute("datetime")) ?? "") - before)
      .toBeGreaterThanOrEqual(24 * 3600 * 1000);

    await page.getByRole("button", { name: "Reset", exact: true }).click();
    await dialog.getByRole("button", { name: "Reset it" }).click();
    await expect(keys).toHaveText(shown);
    await dialog.getByRole("button", { name: "Done" }).click();

    await page.getByRole("button", { name: "Delete", exact: true }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Delete sandbox" }).click();
    await expect(page.getByRole("button", { name: "Make a sandbox" })).toBeVisible();
  },
);
