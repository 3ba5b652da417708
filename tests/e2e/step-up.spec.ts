import { expect, type Page, test } from "@playwright/test";
import { database } from "@/lib/infra/database/db";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs, type Member } from "@/tests/support/member";
import { addPasskey } from "@/tests/support/virtual-authenticator";
import { SLOW } from "@/tests/support/slow";

/** Makes the last proof as old as a sign-in long ago. */
async function forgetProof({ handle }: Member): Promise<void> {
  await database().prisma.session.updateMany({ where: { user: { handle } }, data: { provenAt: new Date(0) } });
}

const proof = (page: Page) => page.getByRole("dialog", { name: "Confirm that it’s you" });

test(
  "an act waits for a proof: a wrong one is reported, none does nothing, the right one resumes it",
  SLOW,
  async ({ page, context }) => {
    const member = await joinAs(context, "Prover");
    await page.goto("/settings/developer");
    await page.getByRole("button", { name: "Create a key" }).first().click();
    const dialog = page.getByRole("dialog", { name: "Create a key" });
    await dialog.getByRole("button", { name: "Read only" }).click();
    await dialog.getByLabel("Name").fill("My phone");
    await forgetProof(member);

    // By keyboard only.
    await page.keyboard.press("Enter");
    const password = proof(page).getByLabel("Your password", { exact: true });
    await expect(password).toBeFocused();
    await expectAccessible(page, { within: "[role=dialog]" });
    await page.keyboard.type("not my password");
    await page.keyboard.press("Enter");
    await expect(proof(page).getByText("This is not your password.").first()).toBeVisible();
    await expect(password).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(proof(page)).toBeHidden();

    await expect(dialog.getByLabel("Name")).toHaveValue("My phone");
    await expect(dialog.getByLabel("Name")).toBeFocused();
    await expect(dialog.getByRole("alert").filter({ hasText: "Prove that it’s you first" })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(password).toBeFocused();
    await page.keyboard.type(member.password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("dialog", { name: "Your new key" }).locator("code")).toContainText("pb_live_");
    const { data } = (await (await page.request.get("/api/developer/keys")).json()) as { data: { name: string }[] };
    expect(data.map(({ name }) => name)).toEqual(["My phone"]);
  },
);

test("a passkey also counts as a proof", SLOW, async ({ page, context }) => {
  const member = await joinAs(context, "Keyholder");
  const passkeys = await addPasskey(page, "This laptop");

  await forgetProof(member);
  await passkeys.getByRole("button", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove passkey" }).click();
  await proof(page).getByRole("button", { name: "Use a passkey" }).click();
  await expect(passkeys.getByText("This laptop")).toHaveCount(0);
  await expect(proof(page)).toBeHidden();
});
