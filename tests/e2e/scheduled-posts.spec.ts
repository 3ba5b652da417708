import { expect } from "@playwright/test";
import { localTime } from "@/components/scheduled/moment";
import { database } from "@/lib/infra/database/db";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { sentence } from "@/tests/support/posts-by-session";

test("a post waits where it can be changed and cancelled, and goes out by itself", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Planner");
  const [text, changed, unwanted] = [sentence("Good morning"), sentence("Good evening"), sentence("On second thought")];
  await page.goto("/posts/scheduled");
  await expect(page.getByRole("heading", { name: "Nothing is scheduled" })).toBeVisible();

  for (const content of [text, unwanted]) {
    await page.goto("/posts/new");
    const form = page.getByRole("form", { name: "Write a post" });
    await form.getByRole("textbox", { name: "Your post" }).fill(content);
    await form.getByRole("button", { name: "Schedule it" }).click();
    await form.getByLabel("Goes out").fill(localTime(new Date(Date.now() + 50 * 3_600_000)));
    await expect(form.getByText(/^Goes out .+ at \d\d:\d\d/)).toBeVisible();
    await expectAccessible(page);
    await form.getByRole("button", { name: "Schedule", exact: true }).click();
    await page.waitForURL("/posts/scheduled");
  }
  const rows = page.getByRole("list", { name: "Scheduled posts" }).getByRole("listitem");
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);

  const row = rows.filter({ hasText: text });
  await row.getByRole("button", { name: "Edit" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit scheduled post" });
  await dialog.getByRole("textbox", { name: "Text" }).fill(changed);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(rows.filter({ hasText: changed })).toBeVisible();

  await rows.filter({ hasText: unwanted }).getByRole("button", { name: "Cancel post" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cancel post" }).click();
  await expect(rows).toHaveCount(1);

  await database().prisma.scheduledPost.updateMany({
    where: { author: { handle } },
    data: { publishAt: new Date() },
  });
  await expect(async () => {
    await page.goto(`/users/${handle}`);
    await expect(page.getByRole("article").filter({ hasText: changed })).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });
  await page.goto("/posts/scheduled");
  await expect(page.getByRole("heading", { name: "Nothing is scheduled" })).toBeVisible();
});
