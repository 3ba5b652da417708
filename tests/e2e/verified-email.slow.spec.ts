// Slow: it starts its own server, with mail.
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/mail-site";

const FIRST = "newcomer@example.com";
const SECOND = "moved@example.com";
const account = { name: "Newcomer", handle: "newcomer", email: FIRST, password: "four words make one" };

test("an address is confirmed by a letter, replaced by another person, and restored", async ({ page, site }) => {
  test.slow(); // it starts a server of its own
  const { letterTo } = site.mailbox;
  expect((await page.request.post(`${site.url}/api/register`, { data: account })).status()).toBe(201);
  await signIn(page, site.url, "/");
  const note = page.getByRole("region", { name: "Your e-mail address" });
  await expect(note).toBeVisible();
  expect((await page.request.post(`${site.url}/api/posts`, { data: { content: "Too early" } })).status()).toBe(403);

  const confirmation = await letterTo(FIRST, "Confirm your e-mail address");
  const response = await page.goto(confirmation.link);
  expect(response!.headers()).toMatchObject({ "referrer-policy": "no-referrer" });
  await expect(page).toHaveURL(`${site.url}/verify-email`);
  await page.getByRole("button", { name: "Yes, confirm this address" }).click();
  await expect(page.getByRole("status").filter({ hasText: "is confirmed" })).toBeVisible();
  expect((await page.request.post(`${site.url}/api/posts`, { data: { content: "Now" } })).status()).toBe(201);

  await page.goto(`${site.url}/settings/account`);
  await expect(note).toHaveCount(0);
  const section = page.getByRole("region", { name: "E-mail", exact: true });
  await expect(section).toContainText("Confirmed");
  await section.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("New e-mail address").fill(SECOND);
  await dialog.getByRole("button", { name: "Send the link" }).click();
  await expect(section).toContainText(`Open the link that we sent to ${SECOND}`);

  await page.goto((await letterTo(SECOND, "Confirm your new e-mail address")).link);
  await page.getByRole("button", { name: "Yes, confirm this address" }).click();
  await expect(page.getByRole("status").filter({ hasText: SECOND })).toBeVisible();

  await page.goto((await letterTo(FIRST, "Your e-mail address was changed")).link);
  await page.getByRole("button", { name: "Take my address back" }).click();
  await expect(page.getByRole("status").filter({ hasText: FIRST })).toBeVisible();
  await letterTo(FIRST, "Your e-mail address is back");
  await letterTo(SECOND, "Your e-mail address was changed back");

  // The person who changed it may know the password, so the mail's reader resets it.
  await page.getByRole("link", { name: "Choose a new password" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(FIRST);
  await page.getByRole("button", { name: "Send the link" }).click();
  await page.goto((await letterTo(FIRST, "Choose a new password")).link);
  await page.getByLabel("New password").fill(account.password);
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  await signIn(page, site.url, "/settings/account");
  await expect(section).toContainText(FIRST);
});

async function signIn(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/login?callbackURL=${encodeURIComponent(path)}`);
  await page.getByLabel("E-mail or handle").fill(account.handle);
  await page.getByLabel("Password", { exact: true }).fill(account.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(`${url}${path}`);
}
