import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { sentence } from "@/tests/support/posts-by-session";

test("what is behind a warning stays closed until it is opened, also where it is edited", async ({ page, context }) => {
  await joinAs(context, "Teller");
  const [secret, warning] = [sentence("The gardener"), "How it ends"];
  await page.goto("/");
  const form = page.getByRole("form", { name: "Write a post" });
  await form.getByRole("textbox", { name: "Your post" }).fill(secret);
  await form.getByRole("button", { name: "Warning" }).click();
  await form.getByRole("textbox", { name: "Warning" }).fill(warning);
  await form.getByRole("button", { name: "Post", exact: true }).click();
  const row = page.getByRole("article").filter({ hasText: warning });
  await expect(row).toBeVisible();
  await expect(page.getByText(secret)).toHaveCount(0);
  await expectAccessible(page);
  await row.getByRole("button", { name: "Show" }).press("Enter");
  await expect(row.getByText(secret)).toBeVisible();
  await row.getByRole("button", { name: "Hide" }).click();
  await expect(page.getByText(secret)).toHaveCount(0);

  await row.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await page.getByRole("article").getByRole("textbox", { name: "Warning" }).fill("");
  await page.getByRole("article").getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("article").getByText(secret)).toBeVisible();
  await expect(page.getByText(warning)).toHaveCount(0);
});
