import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { addAuthenticator } from "@/tests/support/virtual-authenticator";

test("a passkey is made in the settings, and signs in without a password", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Keyed");
  await addAuthenticator(page);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("This laptop");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I’ve saved them" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText("This laptop")).toBeVisible();

  await context.clearCookies();
  await page.goto("/login?callbackURL=%2Fsettings%2Fsecurity");
  await expect(page.getByLabel("E-mail or handle")).toHaveAttribute("autocomplete", "username webauthn");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/settings/security");
  await expect(passkeys.getByRole("listitem").filter({ hasText: "This laptop" })).toContainText("last used");
  const me = await page.request.get("/api/account/profile");
  expect(await me.json()).toMatchObject({ handle });
});
