import { expect } from "@playwright/test";
import { test } from "@/tests/support/mail-site";

const EMAIL = "forgetful@example.com";
const OLD = "four words make one";
const NEW = "five other words make two";

test("who forgot a password gets back in by a letter, and the page keeps its secret", async ({ page, site }) => {
  test.slow(); // it starts a server of its own
  const account = { name: "Forgetful", handle: "forgetful", email: EMAIL, password: OLD };
  expect((await page.request.post(`${site.url}/api/register`, { data: account })).status()).toBe(201);

  await page.goto(`${site.url}/login`);
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await page.getByLabel("E-mail", { exact: true }).fill(EMAIL);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("status").filter({ hasText: EMAIL })).toBeVisible();

  const { link } = await site.mailbox.letterTo(EMAIL, "Choose a new password");
  const referrers: (string | undefined)[] = [];
  page.on("request", (request) => void referrers.push(request.headers().referer));
  const response = await page.goto(link);
  expect(response!.headers()).toMatchObject({ "referrer-policy": "no-referrer" });
  await expect(page).toHaveURL(`${site.url}/reset-password`);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your password is changed")).toHaveCount(0);
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  expect(referrers.filter((referrer) => referrer?.includes("token"))).toEqual([]);

  await page.getByRole("link", { name: "Sign in" }).last().click();
  await page.getByLabel("E-mail or handle").fill(EMAIL);
  await page.getByLabel("Password", { exact: true }).fill(NEW);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await site.mailbox.letterTo(EMAIL, "Your password was changed");

  // A link that was used, one that is not ours, and one that has expired are all refused in the same words.
  await page.context().clearCookies();
  await page.request.post(`${site.url}/api/account/forgot-password`, { data: { email: EMAIL } });
  const expired = await site.mailbox.letterTo(EMAIL, "Choose a new password", 2);
  await site.query(`UPDATE "EmailToken" SET "expiresAt" = now()`);
  for (const dead of [link, `${link.slice(0, -4)}AAAA`, expired.link]) {
    await page.goto(dead);
    await page.getByLabel("New password").fill(OLD);
    await page.getByRole("button", { name: "Set the new password" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "doesn’t work any more" })).toBeVisible();
  }
});
