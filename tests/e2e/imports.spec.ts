import { expect } from "@playwright/test";
import { database } from "@/lib/infra/database/db";
import { zipped } from "@/tests/lib/domain/accounts/imports/archives";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { sentence } from "@/tests/support/posts-by-session";

const HOME = "https://mastodon.example/users/ada";
const EVERYBODY = "https://www.w3.org/ns/activitystreams#Public";

/** What Mastodon gives people. */
function archiveWith(content: string): Promise<Buffer> {
  const note = {
    ...{ id: `${HOME}/statuses/1`, type: "Note", attributedTo: HOME, published: "2022-11-01T12:00:00Z", content },
    ...{ to: [EVERYBODY], cc: [], summary: null, inReplyTo: null, attachment: [] },
  };
  const orderedItems = [
    { type: "Create", actor: HOME, object: note },
    { type: "Announce", actor: HOME, object: "https://elsewhere.example/1" },
  ];
  return zipped({ "actor.json": { id: HOME, type: "Person", name: "Ada" }, "outbox.json": { orderedItems } });
}

test("an archive is brought, shown as imported, and undone", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Mover");
  const text = sentence("From elsewhere");
  await page.goto("/settings/account");
  const section = page.getByRole("region", { name: "Bring an account here" });
  await section.getByLabel("From").selectOption("Mastodon");
  await expect(section.getByText("Data export")).toBeVisible();
  const buffer = await archiveWith(`<p>${text}</p>`);
  await section.getByLabel("Archive").setInputFiles({ name: "archive.zip", mimeType: "application/zip", buffer });
  await section.getByRole("button", { name: "Bring it here" }).press("Enter");
  await expect(section.getByText("Brought 1 post.")).toBeVisible({ timeout: 60_000 });
  await section.getByText("What was left out").press("Enter");
  await expect(section.getByText("Reposts of other people’s posts: 1")).toBeVisible();
  await expectAccessible(page);

  await page.goto(`/users/${handle}`);
  const post = page.getByRole("article").filter({ hasText: text });
  await expect(post.getByText("imported", { exact: true })).toBeVisible();

  await page.goto("/settings/account");
  await section.getByRole("button", { name: "Undo this import" }).press("Enter");
  await expectAccessible(page);
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo it" }).press("Enter");
  await expect(section.getByText("Undone.")).toBeVisible();
  expect(await database().prisma.post.count({ where: { author: { handle }, deletedAt: null } })).toBe(0);
});

test("a file that is no archive is explained, and can be replaced by another", async ({ page, context }) => {
  await joinAs(context, "Mover");
  await page.goto("/settings/account");
  const section = page.getByRole("region", { name: "Bring an account here" });
  const file = { name: "photo.zip", mimeType: "application/zip", buffer: Buffer.from("No archive") };
  await section.getByLabel("Archive").setInputFiles(file);
  await section.getByRole("button", { name: "Bring it here" }).click();
  await expect(section.getByText("This is not an archive, or it was cut short.")).toBeVisible({ timeout: 60_000 });
  await expect(section.getByRole("button", { name: "Bring it here" })).toBeVisible();
});
