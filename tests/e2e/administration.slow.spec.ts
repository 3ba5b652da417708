// Slow: it starts its own server, with mail.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { test } from "@/tests/support/mail-site";

const CONFIRMED = `UPDATE "User" SET role = $2::"Role", "emailVerifiedAt" = now() WHERE handle = $1`;

test("an admin appoints a moderator, names the site, writes its policies and announces something", async ({
  browser,
  site,
}) => {
  test.slow(); // it starts a server of its own
  const open = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  const [admin, member, visitor] = [await open(), await open(), await open()];
  await site.query(CONFIRMED, [(await joinAs(admin.context(), "Adam")).handle, "ADMIN"]);
  const { handle } = await joinAs(member.context(), "Mo Deste");
  await site.query(CONFIRMED, [handle, "MEMBER"]);

  // Everybody else gets a 404.
  expect((await member.goto("/admin"))?.status()).toBe(404);
  await admin.goto("/admin");
  await expect(admin.getByRole("heading", { name: "Health" })).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole("link", { name: "People", exact: true }).click();
  await admin.getByRole("searchbox", { name: "Search handle, name or mail address" }).fill(`${handle}@example`);
  await admin.getByRole("button", { name: "Search", exact: true }).click();
  await expectAccessible(admin);
  await admin.getByRole("link", { name: "Mo Deste" }).click();
  await expect(admin.getByText(`${handle}@example.com (confirmed)`)).toBeVisible();
  await admin.getByLabel("Role").selectOption("MODERATOR");
  await admin.getByRole("button", { name: "Save role" }).click();
  await expect(admin.getByText("Role changed")).toBeVisible();
  await expectAccessible(admin);
  await site.mailbox.letterTo(`${handle}@example.com`, "Your role was changed");
  expect((await member.goto("/moderation"))?.status()).toBe(200);

  await admin.goto("/admin/site");
  await admin.getByLabel("Name", { exact: true }).fill("The Workshop");
  await admin.getByRole("button", { name: "Save name" }).click();
  await expect(admin.getByRole("link", { name: "The Workshop, home" })).toBeVisible();
  await expectAccessible(admin);
  await admin.getByRole("link", { name: "Rules" }).click();
  await admin.getByLabel("Rules in Markdown").fill("## Be kind\n\nTo everybody.");
  await admin.getByRole("button", { name: "Save", exact: true }).click();
  await expect(admin.getByText("Version 1 is in force.")).toBeVisible();
  await expectAccessible(admin);

  await admin.goto("/admin/announcements");
  await admin.getByLabel("Announcement", { exact: true }).fill("We move house **tonight**.");
  await admin.getByRole("button", { name: "Announce" }).click();
  await expect(admin.getByRole("listitem").filter({ hasText: "We move house" })).toBeVisible();
  await expectAccessible(admin);

  await admin.getByRole("link", { name: "Audit log" }).click();
  const entries = admin.getByRole("region", { name: "Audit log" }).getByRole("listitem");
  await expect(entries.filter({ hasText: "Pegboard → The Workshop" })).toBeVisible();
  await admin.getByLabel("Act").selectOption({ label: "Role changed" });
  await admin.getByLabel("Person").fill(handle);
  await admin.getByRole("button", { name: "Show", exact: true }).click();
  await expect(entries).toHaveText([/MEMBER → MODERATOR/]);

  // Another process may notice a moment later.
  await expect(async () => {
    await visitor.goto("/register");
    await expect(visitor.getByRole("region", { name: "Announcement" })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(visitor).toHaveTitle("Create an account · The Workshop");
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Dismiss this announcement" }).click();
  await visitor.reload();
  await expect(visitor.getByRole("region", { name: "Announcement" })).toBeHidden();
  await visitor.goto("/rules");
  await expect(visitor.getByRole("heading", { name: "Be kind" })).toBeVisible();
  await expectAccessible(visitor);
  expect((await visitor.goto("/terms"))?.status()).toBe(404);

  await member.goto("/");
  await member.getByRole("button", { name: "Dismiss this announcement" }).click();
  await expect(member.getByRole("region", { name: "Announcement" })).toBeHidden();
  await expect(async () => {
    const elsewhere = await (await browser.newContext({ storageState: await sessionOf(member) })).newPage();
    await elsewhere.goto(site.url);
    await expect(elsewhere.getByRole("region", { name: "Announcement" })).toHaveCount(0, { timeout: 500 });
  }).toPass();
});

/** A session of the same account in another browser, without other storage. */
async function sessionOf(page: Page) {
  return { cookies: await page.context().cookies(), origins: [] };
}
