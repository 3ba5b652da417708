import { expect, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test(
  "a closed account is invisible to everybody, and is reopened when its owner signs in",
  SLOW,
  async ({ page, context }) => {
    const { handle, password } = await joinAs(context, "Leaver");
    const content = sentence("A door");
    const id = await post(context, { content });
    await page.goto("/settings/account");
    await expect(page.getByRole("listitem").filter({ hasText: "This one" })).toHaveCount(1);
    await page.getByRole("button", { name: "Close my account" }).click();
    const dialog = page.getByRole("dialog", { name: "Close your account?" });
    await dialog.getByLabel("Your password").fill(password);
    await dialog.getByRole("button", { name: "Close my account now" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText("Your account is closed.")).toBeVisible();
    for (const path of [`/posts/${id}`, `/users/${handle}`])
      expect((await context.request.get(path)).status(), path).toBe(404);

    await page.goto("/login");
    await page.getByLabel("E-mail or handle").fill(handle);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Open your account again?" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Open my account" }).click();
    await expect(page).toHaveURL(/\/$/);
    await expect(page.getByText("Your account is open again.")).toBeVisible();
    await page.goto(`/posts/${id}`);
    await expect(page.getByText(content)).toBeVisible();
  },
);
