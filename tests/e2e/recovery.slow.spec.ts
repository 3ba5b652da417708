// Slow: it starts its own server, with mail.
import { expect } from "@playwright/test";
import { test } from "@/tests/support/mail-site";

const EMAIL = "forgetful@example.com";
const OLD = "four words make one";
const NEW = "five other words make two";

test("a forgotten password is reset by mail, and the page hides its token", async ({ page, site }) => {
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

  // Used, invalid and expired links are rejected with the same message.
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

test("somebody who signed up with another's address loses all access once its owner recovers the account", async ({
  page,
  browser,
  site,
}) => {
  test.slow(); // it starts a server of its own
  const email = "owner@example.com";
  const thief = (await browser.newContext({ baseURL: site.url })).request;
  await thief.post("/api/register", { data: { name: "Owner", handle: "taken", email, password: OLD } });
  const { csrfToken } = (await (await thief.get("/api/auth/csrf")).json()) as { csrfToken: string };
  const form = { csrfToken, login: "taken", password: OLD, json: "true", callbackUrl: "/" };
  expect((await thief.post("/api/auth/callback/credentials", { form })).status()).toBe(200);
  for (const path of ["totp", "passkeys/options"]) {
    const refused = await thief.post(`/api/account/${path}`, { data: path === "totp" ? { name: "Mine" } : {} });
    expect({ path, status: refused.status() }).toEqual({ path, status: 403 });
  }
  // Simulates one added before the site had a mail server.
  await site.query(
    `INSERT INTO "Passkey" (id, "userId", name, "publicKey", counter, "createdAt")
     SELECT 'thief', id, 'Mine', 'x', 0, now() FROM "User" WHERE handle = 'taken'`,
  );

  await page.request.post(`${site.url}/api/account/forgot-password`, { data: { email } });
  const { link } = await site.mailbox.letterTo(email, "Choose a new password");
  await page.goto(link);
  await page.getByLabel("New password").fill(NEW);
  await page.getByRole("button", { name: "Set the new password" }).click();
  await expect(page.getByText("Your password is changed")).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).last().click();
  await page.getByLabel("E-mail or handle").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(NEW);
  await page.getByRole("button", { name: "Sign in" }).click();
  // No second factor is required.
  await expect(page).toHaveURL(`${site.url}/`);

  expect((await thief.get("/api/coins")).status()).toBe(401);
});
