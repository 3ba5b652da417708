// Slow: it plays at eight screen sizes.
import { expect, type Locator, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { losingBin, winningBin } from "@/tests/support/next-drop";
import { binNumber } from "@/lib/domain/play/coins/plinko";

const VIEWPORTS = [
  [360, 640],
  [360, 740],
  [390, 844],
  [768, 1024],
  [1024, 768],
  [1280, 720],
  [1280, 860],
  [1440, 900],
] as const;

for (const [width, height] of VIEWPORTS) {
  test(`at ${width} × ${height}, board, result, stake and button fit one view, and a result moves none`, async ({
    page,
    context,
  }) => {
    const { handle } = await joinAs(context, "Onlooker");
    await page.setViewportSize({ width, height });
    await page.goto("/coins");
    const parts = playParts(page);
    const before = await boxesOf(parts);

    for (const [bin, told] of [
      [await winningBin(handle), /it is!/],
      [undefined, /this time/],
    ] as const) {
      await drop(page, bin ?? (await losingBin(handle)));
      await expect(parts.outcome).toHaveText(told);
      expect(await boxesOf(parts)).toEqual(before);
      await expect(page.getByLabel("Coins to bet")).toBeEditable();
    }

    const { top, bottom } = await visibleArea(page);
    for (const [name, box] of Object.entries(before)) {
      expect(box.y, `${name} begins below the top bar`).toBeGreaterThanOrEqual(top);
      expect(box.y + box.height, `${name} ends above the fold`).toBeLessThanOrEqual(bottom);
    }
    expect(before.board.width, "the board is large enough to follow the ball").toBeGreaterThanOrEqual(280);
  });
}

function playParts(page: Page) {
  const form = page.getByRole("form", { name: "Plinko" });
  return {
    board: form.getByRole("radiogroup", { name: "Cup to bet on" }).locator(".."),
    outcome: form.locator("[role=status]").locator(".."),
    stake: page.getByLabel("Coins to bet"),
    button: page.getByRole("button", { name: "Drop the ball" }),
  };
}

type Boxes = Record<keyof ReturnType<typeof playParts>, { x: number; y: number; width: number; height: number }>;

async function boxesOf(parts: Record<string, Locator>): Promise<Boxes> {
  const boxes = await Promise.all(
    Object.entries(parts).map(async ([name, part]) => [name, await part.boundingBox()] as const),
  );
  return Object.fromEntries(boxes) as Boxes;
}

async function drop(page: Page, bin: number): Promise<void> {
  await page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name: `Cup ${binNumber(bin)}` }) })
    .click();
  await page.getByRole("button", { name: "Drop the ball" }).click();
}

/** The area between the top bar and, on a phone, the bottom bar. */
async function visibleArea(page: Page): Promise<{ top: number; bottom: number }> {
  const bar = await page.getByRole("banner").boundingBox();
  const bottomBar = page.locator("nav[aria-label=Main].fixed");
  const box = (await bottomBar.isVisible()) ? await bottomBar.boundingBox() : null;
  return { top: bar!.y + bar!.height, bottom: box?.y ?? page.viewportSize()!.height };
}
