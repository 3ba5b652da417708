import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";
import { EDITORS, EVERYBODYS, MEMBERS, STAFF, test, VISITORS } from "@/tests/support/page-readers";
import { makeStaff } from "@/tests/support/staff";

// What surrounds every page, once for each theme, width and kind of reader; then of each page what is its own.
for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test(`what surrounds a page has nothing for axe to mend at ${width} pixels, ${colorScheme}`, async ({
      visitor,
      member,
    }) => {
      for (const page of [visitor, member]) {
        const size = page.viewportSize()!;
        await page.setViewportSize({ width, height });
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await page.goto("/");
        await expectAccessible(page);
        await page.setViewportSize(size);
      }
    });

for (const path of VISITORS) {
  test(`${path} has nothing for axe to mend for a visitor`, async ({ visitor }) => cleanInside(visitor, path));
}

for (const path of [...EVERYBODYS, ...MEMBERS]) {
  test(`${path} has nothing for axe to mend for a member`, async ({ member }) => cleanInside(member, path));
}

for (const path of EDITORS) {
  test(`${path} has nothing for axe to mend for an editor`, async ({ editor }) => cleanInside(editor, path));
}

for (const [role, paths] of STAFF) {
  test(`what ${role.toLowerCase()}s see has nothing for axe to mend`, async ({ context, page }) => {
    await makeStaff(await joinAs(context, "Careful"), role);
    for (const path of paths) await test.step(path, () => cleanInside(page, path));
  });
}

test("a post with its discussion and pictures has nothing for axe to mend", async ({ member }) => {
  await member.goto("/users/ines/media");
  await member
    .getByRole("article")
    .first()
    .getByRole("link", { name: /ago|\d/ })
    .first()
    .click();
  await expect(member.getByRole("region", { name: "Comments" })).toBeVisible();
  await cleanInside(member, new URL(member.url()).pathname);
});

async function cleanInside(page: Page, path: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto(path);
  await expectAccessible(page, { within: "main" });
}
