import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs, type Member } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

const PHONE = { width: 390, height: 844 };

interface Player {
  member: Member;
  page: Page;
  context: BrowserContext;
}

async function newPlayer(browser: Browser, name: string, viewport = { width: 1280, height: 900 }): Promise<Player> {
  const context = await browser.newContext({ viewport });
  const member = await joinAs(context, name);
  return { member, page: await context.newPage(), context };
}

test("two people duel from the challenge on a profile to the replay and its proof, on a desktop and a phone", async ({
  browser,
}) => {
  const ada = await newPlayer(browser, "Challenger");
  const ben = await newPlayer(browser, "Opponent", PHONE);

  await ada.page.goto(`/users/${ben.member.handle}`);
  await ada.page.getByRole("button", { name: "Challenge to a duel" }).click();
  await expect(ada.page.getByRole("heading", { level: 1 })).toHaveText("Challenger vs Opponent");
  await expectAccessible(ada.page);
  await ada.page.getByRole("group", { name: "Ball 1" }).getByText("Cup 5").click();
  await ada.page.getByRole("button", { name: "5 chips more on ball 1" }).click();
  await expect(ada.page.getByText("55 of 100 chips staked. You keep 45.")).toBeVisible();
  await ada.page.getByLabel("Chips on ball 2").fill("90");
  await expect(ada.page.getByText("135 chips staked: 35 more than you have.")).toBeVisible();
  await ada.page.getByRole("button", { name: "Play these picks" }).click();
  await expect(ada.page.getByRole("alert").filter({ hasText: "Take back 35." })).toBeVisible();
  await ada.page.getByLabel("Chips on ball 2").fill("0");
  await ada.page.getByRole("button", { name: "Play these picks" }).click();
  await expect(ada.page.getByText("Your picks are in.")).toBeVisible();
  await expectAccessible(ada.page);

  await ben.page.goto("/notifications");
  await ben.page.getByRole("link", { name: "Challenger challenged you to a duel" }).click();
  await expect(ben.page.getByText("Challenger has played.")).toBeVisible();
  await expectAccessible(ben.page);
  await ben.page.getByRole("button", { name: "Play these picks" }).click();
  await expect(ben.page.getByRole("button", { name: "Drop the five balls" })).toBeVisible();
  await expect(ben.page.getByRole("heading", { level: 1 })).toBeInViewport();
  await expect(ben.page.getByText(/^(Won|Lost|Draw)$/)).toHaveCount(0);
  await ben.page.getByRole("button", { name: "Drop the five balls" }).click();
  await expect(ben.page.getByText(/^Ball 1 landed in cup \d\./)).toBeVisible();
  await expect(ben.page.getByText(/^Ball 2 of 5$/)).toBeVisible();
  await ben.page.getByRole("button", { name: "Skip to the end" }).click();
  await expect(ben.page.getByText(/^(Won|Lost|Draw)$/)).toHaveCount(2);
  await expect(ben.page.getByRole("status").filter({ hasText: /(wins|A draw), .* to .* chips\./ })).toBeVisible();
  await expect(ben.page.getByText("The three seeds lead every ball to where it landed.")).toBeVisible();
  await expect(ben.page.getByText("The scores match the picks.")).toBeVisible();
  await expectAccessible(ben.page);

  // The challenger's page updates by itself.
  await expect(ada.page.getByRole("button", { name: "Drop the five balls" })).toBeVisible({ timeout: 20_000 });
  await ada.page.getByRole("button", { name: "Show the result" }).click();
  await expect(ada.page.getByText(/^(Won|Lost|Draw)$/)).toHaveCount(2);

  for (const { page } of [ada, ben]) {
    await page.goto("/ranked");
    await expect(page.getByRole("heading", { name: "Finished" })).toBeVisible();
    await expectAccessible(page);
  }
  await Promise.all([ada.context.close(), ben.context.close()]);
});

test(
  "a duel is playable by keyboard only; with reduced motion, text describes each ball",
  SLOW,
  async ({ browser }) => {
    const ada = await newPlayer(browser, "Keys");
    const ben = await newPlayer(browser, "Still");
    const { page } = ada;
    await page.goto("/ranked");
    await page.getByLabel("Who do you want to challenge?").focus();
    await page.keyboard.type(`@${ben.member.handle}`);
    await page.keyboard.press("Enter");
    const first = page.getByRole("radio", { name: /Cup 3/ }).first();
    await expect(first).toBeChecked();
    await first.focus();
    await page.keyboard.press("ArrowRight");
    await expect(page.getByRole("radio", { name: /Cup 4/ }).first()).toBeChecked();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Chips on ball 1", { exact: true })).toBeFocused();
    await page.keyboard.press("ArrowUp");
    await expect(page.getByText("51 of 100 chips staked. You keep 49.")).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your picks are in.")).toBeVisible();

    await ben.page.emulateMedia({ reducedMotion: "reduce" });
    await ben.page.goto("/ranked");
    await ben.page.getByRole("link", { name: "Play" }).click();
    await ben.page.getByLabel("Chips on ball 5", { exact: true }).focus();
    await ben.page.keyboard.press("Enter");
    await ben.page.getByRole("button", { name: "Drop the five balls" }).focus();
    await ben.page.keyboard.press("Enter");
    await expect(ben.page.getByText(/^Ball 5 landed in cup \d\./)).toBeVisible({ timeout: 30_000 });
    await expect(ben.page.getByRole("button", { name: "Watch again" })).toBeVisible();
    await Promise.all([ada.context.close(), ben.context.close()]);
  },
);

test(
  "a declined challenge disappears from the list, and the challenger may challenge again",
  SLOW,
  async ({ browser }) => {
    const ada = await newPlayer(browser, "Asker");
    const ben = await newPlayer(browser, "Decliner");
    await ada.page.goto("/ranked");
    await ada.page.getByLabel("Who do you want to challenge?").fill("nobody_here_at_all");
    await ada.page.getByRole("button", { name: "Send the challenge" }).click();
    await expect(ada.page.getByText("Nobody has this handle.").first()).toBeVisible();
    await ada.page.getByLabel("Who do you want to challenge?").fill(ben.member.handle);
    await ada.page.getByRole("button", { name: "Send the challenge" }).click();
    await expect(ada.page.getByText("Neither of you has played yet.")).toBeVisible();
    await ben.page.goto("/ranked");
    await ben.page.getByRole("button", { name: "Decline the duel with Asker" }).click();
    await expect(ben.page.getByText("No duels are waiting for you.")).toBeVisible();
    await ada.page.reload();
    await expect(ada.page.getByText("This challenge was declined")).toBeVisible();
    await Promise.all([ada.context.close(), ben.context.close()]);
  },
);
