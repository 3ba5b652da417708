import { type Browser, expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { type DiscordUser, startDiscord } from "@/tests/support/discord";
import { joinAs } from "@/tests/support/member";
import { type OwnServer, startOwnServer } from "@/tests/support/own-server";

const GUILD = { id: "4711000000000001", name: "Peg friends" };

let discord: Awaited<ReturnType<typeof startDiscord>>;
let server: OwnServer;
test.beforeAll(async () => {
  discord = await startDiscord();
  server = await startOwnServer(discord.variables);
});
test.afterAll(async () => {
  await server.stop("SIGKILL");
  await discord.stop();
});

/** Somebody new who is on Discord as well, and in the guild there. */
async function newPlayer(browser: Browser, name: string, discordId: string) {
  const context = await browser.newContext({ baseURL: server.url });
  const member = await joinAs(context, name);
  const user: DiscordUser = { id: discordId, username: name.toLowerCase(), guilds: [GUILD] };
  discord.state.users.set(discordId, user);
  expect((await context.request.post("/api/coins/bet", { data: { bin: 2, amount: 1 } })).ok()).toBe(true);
  return { context, member, discordId, page: await context.newPage() };
}

/** Through Discord's consent and back. */
async function linkDiscord(page: Page, discordId: string): Promise<void> {
  discord.state.consenting = discordId;
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Link Discord" }).click();
  await expect(page.getByText("Your account is linked.")).toBeVisible();
}

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page);
  }
}

test("people link Discord, meet on their server's leaderboard, show it, hide from it and leave again", async ({
  browser,
}) => {
  const ada = await newPlayer(browser, "Ada", "4711000000000011");
  const ben = await newPlayer(browser, "Ben", "4711000000000012");
  await linkDiscord(ada.page, ada.discordId);
  await expectAccessibleInBothThemes(ada.page);
  await linkDiscord(ben.page, ben.discordId);

  await ada.page.getByRole("link", { name: GUILD.name }).click();
  await expect(ada.page.getByRole("heading", { level: 1, name: GUILD.name })).toBeVisible();
  for (const { name } of [ada.member, ben.member])
    await expect(ada.page.getByRole("main").getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await expectAccessibleInBothThemes(ada.page);
  await ada.page.setViewportSize({ width: 360, height: 640 });
  expect(await ada.page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);

  const visitor = await browser.newPage({ baseURL: server.url });
  expect((await visitor.goto(`/guilds/${GUILD.id}`))?.status()).toBe(404);
  await visitor.goto(`/users/${ben.member.handle}`);
  await expect(visitor.getByRole("link", { name: GUILD.name })).toHaveCount(0);

  await ben.page.getByLabel("On my profile").check();
  await expect
    .poll(async () => {
      await visitor.reload();
      return visitor.getByRole("link", { name: GUILD.name }).count();
    })
    .toBe(1);
  await ben.page.getByLabel("On its leaderboard").uncheck();
  await expect
    .poll(async () => {
      await ada.page.reload();
      return ada.page.getByRole("main").getByRole("link", { name: /Ben/ }).count();
    })
    .toBe(0);

  await ben.page.getByRole("button", { name: "Unlink", exact: true }).click();
  await ben.page.getByRole("button", { name: "Unlink Discord" }).click();
  await expect(ben.page.getByRole("button", { name: "Link Discord" })).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByRole("link", { name: GUILD.name })).toHaveCount(0);
  expect((await ben.page.goto(`/guilds/${GUILD.id}`))?.status()).toBe(404);
  await Promise.all([ada.context.close(), ben.context.close(), visitor.close()]);
});
