import type { Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/page-readers";

const SIZES = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];

// The layout around every page, for each theme, width and kind of reader.
const titleFor = (reader: string) =>
  `what surrounds a page of a ${reader} has nothing for axe to mend, narrow or wide, light or dark`;
test(titleFor("visitor"), ({ visitor }) => cleanAround(visitor));
test(titleFor("member"), ({ member }) => cleanAround(member));

async function cleanAround(page: Page): Promise<void> {
  await page.goto("/");
  for (const size of SIZES)
    for (const colorScheme of ["light", "dark"] as const)
      await test.step(`${size.width} pixels, ${colorScheme}`, async () => {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expectAccessible(page);
      });
}
