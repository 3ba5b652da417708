import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { sentence } from "@/tests/support/posts-by-session";

test("what was put aside on one device is gone on with on another, and nothing written is lost", async ({
  page,
  context,
  browser,
}) => {
  const [first, second] = [sentence("A first thought"), sentence("A second one")];
  await joinAs(context, "Essayist");
  await page.goto("/posts/new");
  const box = page.getByRole("textbox", { name: "Your post" });
  await box.fill(first);
  await page.getByLabel("Who can see this").selectOption("FOLLOWERS");
  await page.getByRole("button", { name: "Drafts" }).click();
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save what you wrote as a draft" }).click();
  await expect(box).toHaveValue("");

  const phone = await browser.newContext({
    storageState: await context.storageState(),
    viewport: { width: 360, height: 740 },
  });
  const there = await phone.newPage();
  await there.goto("/posts/new");
  const written = there.getByRole("textbox", { name: "Your post" });
  await written.fill(second);
  await there.getByRole("button", { name: "Drafts" }).click();
  const drafts = there.getByRole("list", { name: "Drafts" });
  await expectAccessible(there);
  await drafts.getByRole("button", { name: first }).click();
  await expect(written).toHaveValue(first);
  await expect(there.getByLabel("Who can see this")).toHaveValue("FOLLOWERS");
  await there.reload();
  await expect(written).toHaveValue(first);

  await there.getByRole("button", { name: "Drafts" }).click();
  await expect(drafts.getByRole("listitem")).toHaveCount(1);
  await expect(drafts).toContainText(second);
  await drafts.getByRole("button", { name: "Delete this draft" }).click();
  await expect(there.getByText("No drafts so far.")).toBeVisible();
  await phone.close();
});

test("drafts that cannot be loaded can be asked for again", async ({ page, context }) => {
  await joinAs(context, "Essayist");
  await page.goto("/posts/new");
  await page.route("**/api/drafts", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Drafts" }).click();
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("No drafts so far.")).toBeVisible();
});
