// Slow: it starts its own server, with mail.
import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/mail-site";

const password = "four words make one";

async function fill(page: Page, handle: string): Promise<void> {
  await page.getByLabel("Name").fill("Newcomer");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("E-mail").fill(`${handle}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill(password);
}

async function signIn(page: Page, url: string, handle: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel("E-mail or handle").fill(handle);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const newPage = async (browser: Browser) => (await browser.newContext()).newPage();

test("where a proof of work is required, the browser solves it, and keeps the input", async ({ page, site }) => {
  test.slow(); // it starts a server of its own
  await site.query(
    `INSERT INTO "SiteSetting" (name, value, "updatedById", "updatedAt") VALUES ('sign-up', '{"proof":"always"}', 'somebody', now())`,
  );
  const person = { name: "A program", handle: "program", email: "program@example.com", password };
  const refused = await page.request.post(`${site.url}/api/register`, { data: person });
  expect(refused.status()).toBe(400);
  expect(await refused.json()).toMatchObject({ issues: [{ path: "proof" }] });

  await page.goto(`${site.url}/register`);
  await expect(page.getByRole("status").filter({ hasText: "works on a puzzle" })).toBeVisible();
  await expectAccessible(page);
  // A handle of the platform's is rejected before the proof is checked.
  await fill(page, "admin");
  const create = page.getByRole("button", { name: "Create my account" });
  const worker = page.waitForEvent("worker");
  await create.click();
  await worker;
  await expect(page.getByLabel("Handle")).toHaveAccessibleDescription(/reserved/);
  await expect(page.getByLabel("E-mail")).toHaveValue("admin@example.com");
  await fill(page, "newcomer");
  await create.click();
  await expect(page).toHaveURL(`${site.url}/`);
});

test("an admin requires approval of accounts, and then invitations", async ({ browser, page, site }) => {
  test.slow();
  await page.goto(`${site.url}/register`);
  await fill(page, "keeper");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page).toHaveURL(`${site.url}/`);
  await site.query(`UPDATE "User" SET role = 'ADMIN', "emailVerifiedAt" = now() WHERE handle = 'keeper'`);
  const choose = async (mode: string) => {
    await page.goto(`${site.url}/admin/sign-ups`);
    await page.getByRole("radio", { name: mode }).check();
    await page.getByRole("button", { name: "Save" }).first().click();
    await expect(page.getByText("Saved.").first()).toBeVisible();
  };

  await choose("With approval");
  await expectAccessible(page);
  const guest = await newPage(browser);
  await guest.goto(`${site.url}/register`);
  await fill(guest, "applicant");
  await guest.getByLabel("Why do you want to join?").fill("I make looms");
  await expectAccessible(guest);
  await guest.getByRole("button", { name: "Ask for an account" }).click();
  await expect(guest.getByRole("heading", { name: "Thank you. Now it’s our turn." })).toBeFocused();
  await signIn(guest, site.url, "applicant");
  await expect(guest.getByRole("alert").filter({ hasText: "waits to be approved" })).toBeVisible();

  await page.goto(`${site.url}/moderation/requests`);
  const request = page.getByRole("article", { name: "Request by Newcomer" });
  await expect(request).toContainText("I make looms");
  await expectAccessible(page);
  await request.getByRole("button", { name: "Decide" }).click();
  await expect(request).toBeHidden();
  await site.mailbox.letterTo("applicant@example.com", "Your account is ready");
  await signIn(guest, site.url, "applicant");
  await expect(guest).toHaveURL(`${site.url}/`);

  await choose("By invitation");
  const friend = await newPage(browser);
  await friend.goto(`${site.url}/register`);
  await expect(friend.getByRole("heading", { name: "By invitation" })).toBeVisible();
  await page.goto(`${site.url}/settings/invitations`);
  await expectAccessible(page);
  await page.getByRole("button", { name: "Invite somebody" }).click();
  await page.getByRole("button", { name: "Make the link" }).click();
  const link = page.getByRole("dialog").getByText("/register?invitation=");
  await friend.goto(await link.innerText());
  await expectAccessible(friend);
  await fill(friend, "friend");
  await friend.getByRole("button", { name: "Create my account" }).click();
  await expect(friend).toHaveURL(`${site.url}/`);
  await page.getByRole("button", { name: "Done" }).click();
  await page.reload();
  await expect(page.getByRole("region", { name: "People you invited" })).toContainText("@friend");

  await page.goto(`${site.url}/admin/invitations?under=keeper`);
  await expect(page.getByRole("article", { name: "Newcomer" })).toContainText("@friend");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cut this branch" }).click();
  await page.getByLabel("Why", { exact: true }).fill("All one person");
  await page.getByLabel("Suspend everybody below @keeper").check();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Cut the branch" }).click();
  await expect(page.getByText("Cut. Suspending 1 account below.").first()).toBeVisible();
});
