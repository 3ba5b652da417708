import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

/** Holds the page's scripts back until `hydrate` is called: what a slow phone does for seconds. */
async function openWithoutScripts(page: Page, path: string): Promise<{ hydrate: () => Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return {
    async hydrate() {
      open();
      await page.waitForLoadState("load");
    },
  };
}

/** What the page has sent to a route since this was called. */
function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test("a drop that is pressed before hydration is placed once, with the stake and cup that stood in the form", async ({
  page,
  context,
}) => {
  await joinAs(context, "Early Player");
  const { hydrate } = await openWithoutScripts(page, "/coins");
  const bets = sentTo(page, "/api/coins/bet");
  await page.getByLabel("Coins to bet").fill("3");
  await page.getByText("Cup 5").click();
  // Nothing seems to happen, so it is pressed again.
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await hydrate();
  await expect(page.getByRole("form", { name: "Plinko" }).getByRole("status")).toHaveText(/You (won|lost) 3/);
  expect(bets).toEqual([{ amount: 3, bin: 4 }]);
  await expect(page.getByLabel("Coins to bet")).toHaveValue("3");
  await expect(page.getByRole("radio", { name: "Cup 5" })).toBeChecked();
});

test(
  "the stake and the cup that were chosen before hydration are what is bet after it",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Early Player");
    const { hydrate } = await openWithoutScripts(page, "/coins");
    await page.getByLabel("Coins to bet").fill("3");
    await page.getByText("Cup 5").click();
    await hydrate();
    const bets = sentTo(page, "/api/coins/bet");
    await page.getByRole("button", { name: "Drop the ball" }).click();
    await expect.poll(() => bets).toEqual([{ amount: 3, bin: 4 }]);
  },
);

test("a button that is pressed before hydration does its work once after it", SLOW, async ({ page, context }) => {
  await joinAs(context, "Early Reader");
  const { hydrate } = await openWithoutScripts(page, "/?feed=everyone");
  const like = page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Like, / });
  const path = await page.getByRole("article").first().getAttribute("data-post");
  const likes = sentTo(page, `/api/posts/${path}/like`);
  await like.click();
  await hydrate();
  await expect(
    page
      .getByRole("article")
      .first()
      .getByRole("button", { name: /^Liked, / }),
  ).toBeVisible();
  await expect.poll(() => likes).toHaveLength(1);
  // What comes after hydration is no longer held.
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Liked, / })
    .click();
  await expect.poll(() => likes).toHaveLength(2);
});

test(
  "a post that was begun before hydration can be sent, and joins the draft that was kept",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Early Writer");
    await page.goto("/");
    await page.getByLabel("Your post").fill("Kept from before");
    await expect(page.getByRole("button", { name: "Post", exact: true }).first()).toBeEnabled();
    const { hydrate } = await openWithoutScripts(page, "/");
    await page.getByLabel("Your post").fill("Typed before the scripts came");
    await hydrate();
    await expect(page.getByLabel("Your post")).toHaveValue("Kept from before\nTyped before the scripts came");
    await page.getByRole("button", { name: "Post", exact: true }).first().click();
    await expect(page.getByText("Posted! You earned 25 XP.")).toBeVisible();
  },
);

test("what was typed into the search before hydration is searched for", SLOW, async ({ page }) => {
  const { hydrate } = await openWithoutScripts(page, "/search");
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("ada");
  await hydrate();
  await expect(page).toHaveURL(/\/search\?q=ada/);
  await expect(field).toHaveValue("ada");
});

test("a password that is sent before hydration stays in its field and out of the address, and is checked once", async ({
  page,
}) => {
  const { hydrate } = await openWithoutScripts(page, "/login?callbackURL=%2Fcoins");
  const signIns = sentTo(page, "/api/auth/callback/credentials");
  await page.locator("input[name=login]").fill("ada");
  await page.locator("input[name=password]").fill("not the one at all");
  await page.locator("input[name=password]").press("Enter");
  await expect(page).toHaveURL(/\/login\?callbackURL=%2Fcoins$/);
  await hydrate();
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toContainText("isn’t right");
  await expect(page).toHaveURL(/\/login\?callbackURL=%2Fcoins$/);
  await expect(page.locator("input[name=password]")).toHaveValue("not the one at all");
  expect(signIns).toHaveLength(1);
});
