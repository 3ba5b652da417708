// Slow: it opens every page in full, for each kind of reader, in both themes.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { EDITORS, EVERYBODYS, MEMBERS, STAFF, test, VISITORS } from "@/tests/support/page-readers";
import { makeStaff } from "@/tests/support/staff";

for (const path of [...EVERYBODYS, ...VISITORS]) {
  test(`${path} has no axe violations for a visitor, in both themes`, async ({ visitor }) => clean(visitor, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS]) {
  test(`${path} has no axe violations for a member, in both themes`, async ({ member }) => clean(member, path));
}

for (const path of EDITORS) {
  test(`${path} has no axe violations for an editor, in both themes`, async ({ editor }) => clean(editor, path));
}

for (const [role, paths] of STAFF) {
  test(`the pages of ${role.toLowerCase()}s have no axe violations, in both themes`, async ({ context, page }) => {
    test.slow();
    await makeStaff(await joinAs(context, "Careful"), role);
    for (const path of paths) await test.step(path, () => clean(page, path));
  });
}

async function clean(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  await expect(page.getByRole("main")).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, { rules: ["color-contrast"] });
  // Nothing of the page may continue during later tests.
  await page.goto("/robots.txt");
}
