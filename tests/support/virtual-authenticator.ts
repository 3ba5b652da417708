import { expect, type Locator, type Page } from "@playwright/test";

/** Gives a page Chromium's virtual authenticator, which always consents. */
export async function addAuthenticator(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/**
 * Adds a passkey of that name in the settings of a member without a second factor, who then gets recovery codes.
 * @returns the list of passkeys on the page
 */
export async function addPasskey(page: Page, name: string): Promise<Locator> {
  await addAuthenticator(page);
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
  await dialog.getByRole("button", { name: "I’ve saved them" }).click();
  const passkeys = page.getByRole("region", { name: "Passkeys" });
  await expect(passkeys.getByText(name)).toBeVisible();
  return passkeys;
}
