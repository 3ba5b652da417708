// Slow: it starts its own server, and a fake Discord.
import { type Browser, expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { authenticator } from "@/tests/support/authenticator";
import { test } from "@/tests/support/browser-test";
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

/** A new member with a Discord account in the guild. */
async function newPlayer(browser: Browser, name: string, discordId: string) {
  const context = await browser.newContext({ baseURL: server.url });
  const member = await joinAs(context, name);
  const user: DiscordUser = { id: discordId, username: name.toLowerCase(), guilds: [GUILD] };
  discord.state.users.set(discordId, user);
  expect((await context.request.post("/api/coins/bet", { data: { bin: 2, amount: 1 } })).ok()).toBe(true);
  return { context, member, discordId, page: await context.newPage() };
}

/** Follows Discord's consent and the redirect back. */
async function linkDiscord(page: Page, discordId: string): Promise<void> {
  discord.state.consenting = discordId;
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Link Discord" }).click();
  await expect(page.getByText("Your account is linked.")).toBeFocused();
}

async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  await expectAccessible(page, { rules: ["color-contrast"] });
}

test("a member links Discord in their settings, which show where each of their servers is visible", async ({
  browser,
}) => {
  const ada = await newPlayer(browser, "Ada", "4711000000000011");
  await linkDiscord(ada.page, ada.discordId);
  await expect(ada.page.getByRole("link", { name: GUILD.name })).toBeVisible();
  await expectAccessibleInBothThemes(ada.page);
  await ada.context.close();
});

test("signing in with Discord requires the second factor of the linked account", async ({ browser }) => {
  const bea = await newPlayer(browser, "Bea", "4711000000000012");
  await linkDiscord(bea.page, bea.discordId);
  const { request } = bea.context;
  const { secret } = (await (await request.post("/api/account/totp", { data: {} })).json()) as { secret: string };
  const confirmed = await request.post("/api/account/totp/confirm", { data: { code: authenticator(secret)() } });
  const { recoveryCodes } = (await confirmed.json()) as { recoveryCodes: string[] };

  await bea.context.clearCookies();
  const { page } = bea;
  await page.goto("/login?callbackURL=%2Fsettings%2Fsecurity");
  await page.getByRole("button", { name: "Continue with Discord" }).click();
  await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  await expectAccessibleInBothThemes(page);
  expect((await request.get("/api/me")).status()).toBe(401);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "That code isn’t right" })).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(recoveryCodes[0]!);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/settings\/security$/);
  await bea.context.close();
});
