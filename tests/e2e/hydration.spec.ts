import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

/** Delays the page's scripts until `hydrate` is called, like a slow phone does for seconds. */
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

/** Records the requests of the page to a route from now on. */
function sentTo(page: Page, path: string): unknown[] {
  const bodies: unknown[] = [];
  page.on("request", (request) => {
    if (request.method() !== "GET" && new URL(request.url()).pathname === path) bodies.push(request.postDataJSON());
  });
  return bodies;
}

test("a drop that is pressed before hydration is placed once, with the form's stake and cup", async ({
  page,
  context,
}) => {
  await joinAs(context, "Early Player");
  const { hydrate } = await openWithoutScripts(page, "/coins");
  const bets = sentTo(page, "/api/coins/bet");
  await page.getByLabel("Coins to bet").fill("3");
  await page.getByRole("form", { name: "Plinko" }).getByText("Cup 5").click();
  // Pressed again, as people do when nothing happens.
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await hydrate();
  await expect(page.getByRole("form", { name: "Plinko" }).getByRole("status")).toHaveText(/You (won|lost) 3/);
  expect(bets).toEqual([{ amount: 3, bin: 4 }]);
  await expect(page.getByLabel("Coins to bet")).toHaveValue("3");
  await expect(page.getByRole("radio", { name: "Cup 5" })).toBeChecked();
});

test("a stake and a cup chosen before hydration apply to the bet after it", SLOW, async ({ page, context }) => {
  await joinAs(context, "Early Player");
  const { hydrate } = await openWithoutScripts(page, "/coins");
  await page.getByLabel("Coins to bet").fill("3");
  await page.getByRole("form", { name: "Plinko" }).getByText("Cup 5").click();
  await hydrate();
  const bets = sentTo(page, "/api/coins/bet");
  await page.getByRole("button", { name: "Drop the ball" }).click();
  await expect.poll(() => bets).toEqual([{ amount: 3, bin: 4 }]);
});

test("a button pressed before hydration takes effect once after it", SLOW, async ({ page, context }) => {
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
  // Requests after hydration are no longer delayed.
  await page
    .getByRole("article")
    .first()
    .getByRole("button", { name: /^Liked, / })
    .click();
  await expect.poll(() => likes).toHaveLength(2);
});

test(
  "a post begun before hydration can be sent, and is merged with the stored draft",
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

test("a search typed before hydration is run", SLOW, async ({ page }) => {
  const { hydrate } = await openWithoutScripts(page, "/search");
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("ada");
  await hydrate();
  await expect(page).toHaveURL(/\/search\?q=ada/);
  await expect(field).toHaveValue("ada");
});

test("a password submitted before hydration stays in its field and out of the URL, and is checked once", async ({
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
