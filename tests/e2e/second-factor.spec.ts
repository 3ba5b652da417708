import { expect, type Page, test } from "@playwright/test";
import { authenticator } from "@/tests/support/authenticator";
import { joinAs, type Member } from "@/tests/support/member";

test("an authenticator app is set up and required at sign-in, and a recovery code can replace it", async ({
  page,
  context,
}) => {
  const member = await joinAs(context, "Careful");
  await page.goto("/settings/security");
  await page.getByRole("button", { name: "Add an authenticator app" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("img", { name: "QR code for your authenticator app" })).toBeVisible();
  const app = authenticator((await dialog.locator("code").first().textContent())!);
  await dialog.getByLabel("The six digits that it shows").fill(app());
  await dialog.getByRole("button", { name: "Turn it on" }).click();
  const items = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(items).toHaveCount(10);
  const codes = await items.allTextContents();
  await dialog.getByRole("button", { name: "I’ve saved them" }).click();
  await expect(page.getByRole("button", { name: "Turn off" })).toBeVisible();

  await page.context().clearCookies();
  await enterPassword(page, member);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
  // The code that turned it on is used up: this is the next one, from a clock that is ahead.
  await page.getByLabel("Code", { exact: true }).fill(app(30));
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL("/settings/security");

  await page.context().clearCookies();
  await enterPassword(page, member);
  await page.getByLabel("Code", { exact: true }).fill(codes[0]!);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("9 codes are left.")).toBeVisible();
});

async function enterPassword(page: Page, { handle, password }: Member): Promise<void> {
  await page.goto("/login?callbackURL=%2Fsettings%2Fsecurity");
  await page.getByLabel("E-mail or handle").fill(handle);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByLabel("Code", { exact: true })).toBeVisible();
}
