import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { addPasskey } from "@/tests/support/virtual-authenticator";

test("a passkey is created in the settings, and signs in without a password", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Keyed");
  const passkeys = await addPasskey(page, "This laptop");

  await context.clearCookies();
  // Otherwise the login field's autofill would use the virtual authenticator before the button is pressed.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await page.goto("/login?callbackURL=%2Fsettings%2Fsecurity");
  await expect(page.getByLabel("E-mail or handle")).toHaveAttribute("autocomplete", "username webauthn");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page).toHaveURL("/settings/security");
  await expect(passkeys.getByRole("listitem").filter({ hasText: "This laptop" })).toContainText("last used");
  const me = await page.request.get("/api/me");
  expect(await me.json()).toMatchObject({ handle });
});
