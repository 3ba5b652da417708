import { type APIRequestContext, expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("a key's requests are listed, filtered and explained, also at 360 px", SLOW, async ({ page, context }) => {
  await joinAs(context, "Logger");
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/settings/developer/requests");
  await expect(page.getByRole("heading", { name: "No requests yet" })).toBeVisible();
  await expectAccessible(page);

  await useKey(context.request);
  // Written about a second later.
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole("listitem").filter({ hasText: "GET /api/v1/me" })).toHaveCount(2, { timeout: 1000 });
  }).toPass();
  await expect(page.getByRole("img", { name: "The last 24 hours: 3 requests, 1 failed" })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);

  const failed = page.locator("summary", { hasText: "not_found" });
  await failed.focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^req_/).filter({ visible: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: "Only this error" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "GET /api/v1/me" })).toHaveCount(0);
  await page.getByRole("link", { name: "Remove the filter not_found" }).click();
  await expect(page.locator("summary", { hasText: "GET /api/v1/me" })).toHaveCount(2);

  await page.getByLabel("Status").selectOption("2xx, successful");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(page.locator("summary", { hasText: "not_found" })).toHaveCount(0);
  await expect(page.locator("summary", { hasText: "GET /api/v1/me" })).toHaveCount(2);

  await page.getByRole("link", { name: "What to do about not_found" }).click();
  await expect(page).toHaveURL(/\/docs\/errors\/not_found$/);
});

/** Creates a key, and sends two successful requests and a failing one. */
async function useKey(request: APIRequestContext): Promise<void> {
  const issued = await request.post("/api/developer/keys", {
    data: { name: "backup script", scopes: ["read:profile", "read:posts"] },
  });
  const { key } = (await issued.json()) as { key: string };
  const headers = { Authorization: `Bearer ${key}` };
  const statuses = [];
  for (const path of ["me", "me", "posts/post_none"])
    statuses.push((await request.get(`/api/v1/${path}`, { headers })).status());
  expect(statuses).toEqual([200, 200, 404]);
}
