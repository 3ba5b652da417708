// Slow: it starts its own server, with mail, and waits for upkeep.
import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/mail-site";

const PASSWORD = "four words make one";
const ACCOUNT = { name: "Subscriber", handle: "subscriber", email: "subscriber@example.com", password: PASSWORD };

test("a digest is turned on in the settings, tells what was missed, and is stopped by its link", async ({
  page,
  site,
  browser,
}) => {
  test.slow(); // it starts a server of its own
  await page.request.post(`${site.url}/api/register`, { data: ACCOUNT });
  await site.query(`UPDATE "User" SET "emailVerifiedAt" = now() WHERE handle = $1`, [ACCOUNT.handle]);
  await page.goto(`${site.url}/login?callbackURL=/settings/notifications`);
  await page.getByLabel("E-mail or handle").fill(ACCOUNT.handle);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  const section = page.getByRole("region", { name: "Daily digest" });
  await section.getByLabel("Sent every day at").selectOption("08:00");
  await expect(section.getByRole("checkbox", { name: "New followers" })).toBeChecked();
  await expectAccessible(page);
  await section.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  const follower = await browser.newContext();
  const other = { ...ACCOUNT, name: "Follower", handle: "follower", email: "follower@example.com" };
  await follower.request.post(`${site.url}/api/register`, { data: other });
  await site.query(
    `INSERT INTO "Notification" (id, "userId", "actorId", type, "subjectId", link, "createdAt")
     SELECT 'ntf_missed', reader.id, other.id, 'FOLLOW', other.id, '/users/follower', now()
       FROM "User" reader, "User" other WHERE reader.handle = $1 AND other.handle = $2`,
    [ACCOUNT.handle, other.handle],
  );
  await site.query(`UPDATE "Digest" SET "nextAt" = now()`);
  const letter = await site.mailbox.letterTo(ACCOUNT.email, "You missed 1 new follower");
  expect(letter.text).toContain("1 new follower from @follower.");

  const [link = ""] = /https?:\S+\/unsubscribe\?\S+/.exec(letter.text ?? "") ?? [];
  const visitor = await follower.newPage();
  const response = await visitor.goto(link);
  expect(response!.headers()).toMatchObject({ "referrer-policy": "no-referrer" });
  await expectAccessible(visitor);
  await visitor.getByRole("button", { name: "Stop it" }).click();
  await expect(visitor.getByRole("status").filter({ hasText: "You get no more digests" })).toBeVisible();
  await page.reload();
  await expect(section.getByLabel("Sent every day at")).toHaveValue("");
  await follower.close();
});
