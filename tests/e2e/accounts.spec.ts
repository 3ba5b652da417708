import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { SLOW } from "@/tests/support/slow";

const password = "four words make one";

async function signUp(page: Page): Promise<string> {
  const handle = `acc_${randomUUID().slice(0, 8)}`;
  await page.goto("/register");
  await page.getByLabel("Name").fill("Somebody");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("E-mail").fill(`${handle}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page).toHaveURL("/");
  return handle;
}

async function signIn(page: Page, login: string, secret: string): Promise<void> {
  await page.getByLabel("E-mail or handle").fill(login);
  await page.getByLabel("Password", { exact: true }).fill(secret);
  await page.getByRole("button", { name: "Sign in" }).click();
}

test("signing up names the invalid field and keeps the input", async ({ page }) => {
  const handle = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/register");
  await page.getByLabel("Name").fill("Twin");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("E-mail").fill("twin@example.com");
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page.getByLabel("Handle")).toHaveAccessibleDescription(/taken/);
  await expect(page.getByLabel("Handle")).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Twin");
});

test("a wrong password is reported, a correct one returns to the requested page", async ({ page }) => {
  const handle = await signUp(page);
  await page.context().clearCookies();
  await page.goto("/settings/developer");
  await expect(page).toHaveURL(/\/login\?callbackURL=%2Fsettings%2Fdeveloper$/);
  await signIn(page, handle, "not the password");
  await expect(page.getByRole("alert").filter({ hasText: "isn’t right" })).toBeVisible();
  await signIn(page, handle, password);
  await expect(page).toHaveURL(/\/settings\/developer$/);
});

test("a new password signs out every other browser and keeps this one", SLOW, async ({ page, browser }) => {
  const handle = await signUp(page);
  const elsewhere = await (await browser.newContext()).newPage();
  await elsewhere.goto("/login?callbackURL=%2Fsettings%2Faccount");
  await signIn(elsewhere, handle, password);
  await expect(elsewhere).toHaveURL(/\/settings\/account$/);

  await page.goto("/settings/account");
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("five other words make two");
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password is changed.")).toBeVisible();
  await expect(page.getByLabel("Current password")).toHaveValue("");
  await expect(page).toHaveURL(/\/settings\/account$/);
  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/login/);
});

test("a new password can also revoke API keys, which are listed", SLOW, async ({ page, request }) => {
  const handle = await signUp(page);
  const made = await page.request.post("/api/developer/keys", {
    data: { name: "backup script", scopes: ["read:profile"] },
  });
  const { key, suffix } = (await made.json()) as { key: string; suffix: string };
  await page.goto("/settings/account");
  await expect(page.getByRole("list", { name: "API keys" }).getByRole("listitem")).toContainText(["backup script"]);
  await expect(page.getByText(`…${suffix}`)).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("New password").fill("five other words make two");
  await page.getByLabel("Also revoke my API key").check();
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByLabel("Also revoke my API key")).toHaveCount(0);
  await expect(page).toHaveURL(/\/settings\/account$/);
  const status = (await request.get("/api/v1/me", { headers: { Authorization: `Bearer ${key}` } })).status();
  expect({ handle, status }).toEqual({ handle, status: 401 });
});

test("a key can be rotated and revoked in the settings", SLOW, async ({ page, request }) => {
  await signUp(page);
  await page.goto("/settings/developer");
  await page.getByRole("button", { name: "Create a key" }).first().click();
  await page.getByLabel("Name").fill("rotating");
  await page.getByRole("button", { name: "Read only" }).click();
  await page.getByRole("button", { name: "Create key" }).click();
  const old = await page.getByRole("dialog", { name: "Your new key" }).locator("code").innerText();
  await page.getByRole("button", { name: "Done" }).click();
  const status = async (key: string) =>
    (await request.get("/api/v1/me", { headers: { Authorization: `Bearer ${key}` } })).status();
  expect(await status(old)).toBe(200);

  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("button", { name: "Rotate key" }).click();
  const fresh = await page.getByRole("dialog", { name: "The new secret" }).locator("code").innerText();
  await page.getByRole("button", { name: "Done" }).click();
  expect([await status(old), await status(fresh)]).toEqual([200, 200]);
  await page.reload();
  await expect(page.getByText("still in use: 1 call")).toBeVisible();

  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("button", { name: "Revoke key" }).click();
  await expect(page.getByText("No keys yet")).toBeVisible();
  expect([await status(old), await status(fresh)]).toEqual([401, 401]);
});
