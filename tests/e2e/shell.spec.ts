import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/page-readers";

// What surrounds every page, once for each theme, width and kind of reader.
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
