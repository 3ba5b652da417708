// Slow: it asks for every page with all that surrounds it, for each kind of reader, light and dark.
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { EDITORS, EVERYBODYS, MEMBERS, STAFF, test, VISITORS } from "@/tests/support/page-readers";
import { makeStaff } from "@/tests/support/staff";

for (const path of [...EVERYBODYS, ...VISITORS]) {
  test(`${path} has nothing for axe to mend for a visitor, light or dark`, async ({ visitor }) => clean(visitor, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS]) {
  test(`${path} has nothing for axe to mend for a member, light or dark`, async ({ member }) => clean(member, path));
}

for (const path of EDITORS) {
  test(`${path} has nothing for axe to mend for an editor, light or dark`, async ({ editor }) => clean(editor, path));
}

for (const [role, paths] of STAFF) {
  test(`what ${role.toLowerCase()}s see has nothing for axe to mend, light or dark`, async ({ context, page }) => {
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
  // Nothing of it shall go on beside the tests that follow.
  await page.goto("/robots.txt");
}
