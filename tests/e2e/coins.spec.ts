import { expect, type Page, type Route } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { SHOP, STARTING_COINS } from "@/lib/domain/play/coins/rules";
import { test } from "@/tests/support/browser-test";
import { type Member, joinAs } from "@/tests/support/member";
import { coinsOf, losingBin, winningBin } from "@/tests/support/next-drop";
import { SLOW } from "@/tests/support/slow";
import { binNumber } from "@/lib/domain/play/coins/plinko";

test("a win and a loss are announced once, and all balances on the page agree", async ({ page, context }) => {
  const member = await joinAs(context, "Player");
  await page.goto("/coins");
  await drop(page, await winningBin(member.handle), 4);
  await expect(outcome(page)).toHaveText(/Cup \d\. You won 4 and have 14 coins\./);
  await agrees(page, 14);
  await rested(page);
  await drop(page, await losingBin(member.handle), 5);
  await expect(outcome(page)).toHaveText(/Cup \d\. You lost 5 and have 9 coins\./);
  await agrees(page, 9);
  expect(await coinsOf(member.handle)).toBe(9);
  await page.getByRole("button", { name: "Claim 10 coins" }).click();
  await agrees(page, 19);
  await expect(page.getByRole("button", { name: "Claim 10 coins" })).toBeHidden();
});

test("the game is playable by keyboard only, and its controls are inactive while the ball falls", async ({
  page,
  context,
}) => {
  const { handle } = await joinAs(context, "Keys");
  await page.goto("/coins");
  await page.getByRole("radio", { name: /Cup 3/ }).focus();
  await page.keyboard.press("ArrowLeft");
  await expect(page.getByRole("radio", { name: /Cup 2/ })).toBeChecked();
  await page.keyboard.press(String(binNumber(await losingBin(handle))));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("radio", { name: /Cup 1/ })).toBeDisabled();
  await expect(outcome(page)).toHaveText(/You lost 1/);
});

test("a win earns XP, fills the collection on the profile, and is shared as a post that leads to its proof", async ({
  page,
  context,
}) => {
  const { handle } = await joinAs(context, "Collector");
  await page.goto("/coins");
  const cup = await winningBin(handle);
  const name = `Cup ${binNumber(cup)}`;
  const token = page.getByRole("listitem").filter({ hasText: `Won on cup ${binNumber(cup)}.` });
  await expect(token).not.toContainText("collected");
  await drop(page, cup, 1);
  await expect(outcome(page)).toContainText(/\+\d+ XP, and 1 new in your collection/);
  await expect(token).toContainText("collected");
  await rested(page);
  await expectAccessible(page);
  await page.getByRole("link", { name: "Share it" }).click();
  const text = page.getByRole("textbox", { name: "Your post" });
  await expect(text).toHaveValue(new RegExp(`^I won on cup ${binNumber(cup)}! http.*/coins/drops/drop_`));
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByText(/^Posted!/)).toBeVisible();
  await page.goto(`/users/${handle}`);
  await expect(page.getByRole("list", { name: "Collection" }).getByRole("listitem")).toHaveText([new RegExp(name)]);
  await page
    .getByRole("article")
    .getByRole("link", { name: /Drop 0 of Collector/ })
    .click();
  await expect(page.getByRole("heading", { level: 1, name: "Drop 0 of Collector" })).toBeVisible();
});

test("with reduced motion the drop is described step by step", SLOW, async ({ page, context }) => {
  const { handle } = await joinAs(context, "Still");
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/coins");
  await drop(page, await winningBin(handle), 1);
  await expect(outcome(page)).toHaveText(/You won 1/);
});

test("a member with enough coins buys the dog, and a visitor can pat it", async ({ page, context, browser }) => {
  const member = await joinAs(context, "Owner");
  const { price } = SHOP["profile-pet"];
  const stakes = [10, 20, 40];
  for (const amount of stakes) await winThroughApi(page, member, amount);
  await page.goto("/coins");
  await page.getByRole("button", { name: "Buy", exact: true }).click();
  await page.getByRole("button", { name: `Buy for ${price} coins` }).click();
  await expect(page.getByRole("link", { name: "Visit your dog" })).toBeVisible();
  await agrees(page, STARTING_COINS + stakes.reduce((sum, stake) => sum + stake) - price);
  const visitor = await browser.newPage();
  await visitor.goto(`/users/${member.handle}`);
  await visitor.getByRole("button", { name: `Pat ${member.name}’s dog` }).click({ force: true });
  await expect(visitor.getByText("The dog jumps for joy.")).toBeAttached();
  await visitor.close();
});

test("every failure says what happened, and takes no coins", SLOW, async ({ page, context }) => {
  const { handle } = await joinAs(context, "UserError");
  await page.goto("/coins");
  const alert = page.getByRole("alert").filter({ hasText: /\w/ });

  await stake(page, 11);
  await expect(alert).toContainText("10 coins");

  await page.route(
    "**/api/coins/bet",
    (route) => route.fulfill({ status: 429, headers: { "Retry-After": "2" }, json: { error: "Wait" } }),
    { times: 1 },
  );
  await stake(page, 1);
  await expect(alert).toContainText(/again in [12] s/);
  await expect(alert).toBeHidden();

  await page.route("**/api/coins/bet", (route) => route.fulfill({ status: 500, json: { error: "No" } }), { times: 3 });
  await stake(page, 1);
  await expect(alert).toContainText("Something went wrong on our side");

  await context.setOffline(true);
  await stake(page, 1);
  await expect(alert).toContainText("You’re offline");
  await context.setOffline(false);

  await context.clearCookies();
  await stake(page, 1);
  await expect(alert.getByRole("link", { name: "Sign in again" })).toHaveAttribute(
    "href",
    "/login?callbackURL=%2Fcoins",
  );
  expect(await coinsOf(handle)).toBe(10);
});

test("after a lost response, the true outcome and balance are shown", SLOW, async ({ page, context }) => {
  const { handle } = await joinAs(context, "Tunnel");
  await page.goto("/coins");
  const loseAnswer = async (route: Route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route("**/api/coins/bet", loseAnswer, { times: 1 });
  await drop(page, await winningBin(handle), 6);
  await expect(outcome(page)).toHaveText(/You won 6 and have 16 coins/);
  await agrees(page, 16);
});

test("coins that move in one tab move in the others", async ({ page, context }) => {
  const { handle } = await joinAs(context, "Juggler");
  await page.goto("/quests");
  const other = await context.newPage();
  await other.goto("/coins");
  await connected(page, other);
  await drop(other, await winningBin(handle), 4);
  await agrees(other, 14);
  await expect(balance(page)).toContainText(/^14 coins/);
});

test("a quest whose answer is lost shows the coins that it paid, and offers them no more", async ({
  page,
  context,
}) => {
  await joinAs(context, "Tunnel");
  expect((await context.request.post("/api/posts", { data: { content: "Pinned up" } })).status()).toBe(201);
  await page.goto("/quests");
  await expect(balance(page)).toContainText(/^10 coins/);
  await page.route(
    "**/api/quests/post/claim",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  // The first answer about the balance is lost as well, though the browser never was offline.
  await page.route("**/api/coins", (route) => route.abort(), { times: 1 });
  const claim = page.getByRole("main").getByRole("button", { name: /^Claim 2/ });
  await claim.click();
  await expect(balance(page)).toContainText(/^12 coins/);
  await expect(claim).toHaveCount(0);
});

test("a past drop is verified in the browser, once its seed is revealed", SLOW, async ({ page, context }) => {
  const member = await joinAs(context, "Doubter");
  await winThroughApi(page, member, 2);
  await page.goto("/coins/history?show=drops");
  await page.getByRole("link", { name: /^Cup \d/ }).click();
  await page.getByRole("button", { name: "Reveal the seed" }).click();
  await expect(page.getByText("The seed matches the hash shown before the drop.")).toBeVisible();
  await expect(page.getByText(/The seeds lead to cup \d, where the ball landed\./)).toBeVisible();
});

test("the leaderboard shows one's own rank", SLOW, async ({ page, context }) => {
  const member = await joinAs(context, "Climber");
  await winThroughApi(page, member, 10);
  await page.goto("/leaderboards/plinko");
  await expect(page.getByRole("link", { name: new RegExp(member.name) }).first()).toBeVisible();
  expect((await page.goto("/leaderboards/chess"))?.status()).toBe(404);
});

test("the game's pages have no axe violations after a win", SLOW, async ({ page, context }) => {
  await winThroughApi(page, await joinAs(context, "Careful"), 1);
  for (const path of ["/coins", "/coins/history", "/coins/fairness", "/leaderboards/plinko"]) {
    await page.goto(path);
    await expectAccessible(page);
  }
});

const outcome = (page: Page) => page.getByRole("form", { name: "Plinko" }).getByRole("status");

async function drop(page: Page, bin: number, amount: number): Promise<void> {
  await page
    .locator("label")
    .filter({ has: page.getByRole("radio", { name: `Cup ${binNumber(bin)}` }) })
    .click();
  await stake(page, amount);
}

async function stake(page: Page, amount: number): Promise<void> {
  await page.getByLabel("Coins to bet").fill(String(amount));
  await page.getByRole("button", { name: "Drop the ball" }).click();
}

const balance = (page: Page) => page.getByRole("banner").getByRole("link", { name: /coins?$/ });

/** Waits for what is loaded after the pages: the region of toasts comes with what connects the tabs. */
async function connected(...pages: Page[]): Promise<void> {
  for (const page of pages) await expect(page.locator('[role="status"][aria-atomic="false"]')).toBeAttached();
}

/** Checks that the header's balance equals the page's. */
async function agrees(page: Page, coins: number): Promise<void> {
  for (const place of [balance(page), page.getByRole("main").locator("header").first()]) {
    await expect(place).toContainText(new RegExp(`(^|\\D)${coins} coin`));
  }
}

async function rested(page: Page): Promise<void> {
  await expect(page.getByLabel("Coins to bet")).toBeEditable();
}

async function winThroughApi(page: Page, { handle }: Member, amount: number): Promise<void> {
  const response = await page.request.post("/api/coins/bet", { data: { bin: await winningBin(handle), amount } });
  expect(await response.json()).toMatchObject({ won: true });
}
