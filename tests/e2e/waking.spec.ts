import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";

/** Holds the page's scripts back until `wake` is called: what a slow phone does for seconds. */
async function openAsleep(page: Page, path: string): Promise<{ wake: () => Promise<void> }> {
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  await page.route("**/_next/static/**/*.js", async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  return {
    async wake() {
      open();
      await page.waitForLoadState("load");
    },
  };
}

test("the stake and the cup that were chosen before the page was awake are what is bet", async ({ page, context }) => {
  await joinAs(context, "Early Player");
  const { wake } = await openAsleep(page, "/coins");
  await page.getByLabel("Coins to stake").fill("3");
  await page.getByText("Cup 5").click();
  await wake();
  const bets: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/api/coins/bet") && bets.push(request.postDataJSON()));
  // A press that comes too early does nothing, and one that comes too late neither.
  await expect(async () => {
    await page.getByRole("button", { name: "Drop the ball" }).click();
    expect(bets).toEqual([{ amount: 3, bin: 4 }]);
  }).toPass();
  await expect(page.getByLabel("Coins to stake")).toHaveValue("3");
  await expect(page.getByRole("radio", { name: "Cup 5" })).toBeChecked();
});

test("a post that was begun before the page was awake can be sent, and joins the draft that was kept", async ({
  page,
  context,
}) => {
  await joinAs(context, "Early Writer");
  await page.goto("/");
  await page.getByLabel("Your post").fill("Kept from before");
  await expect(page.getByRole("button", { name: "Post", exact: true }).first()).toBeEnabled();
  const { wake } = await openAsleep(page, "/");
  await page.getByLabel("Your post").fill("Typed while it slept");
  await wake();
  await expect(page.getByLabel("Your post")).toHaveValue("Kept from before\nTyped while it slept");
  await page.getByRole("button", { name: "Post", exact: true }).first().click();
  await expect(page.getByText("Posted. 25 XP for you.")).toBeVisible();
});

test("what was typed into the search before the page was awake is searched for", async ({ page }) => {
  const { wake } = await openAsleep(page, "/search");
  const field = page.getByRole("main").getByRole("searchbox");
  await field.fill("ada");
  await wake();
  await expect(page).toHaveURL(/\/search\?q=ada/);
  await expect(field).toHaveValue("ada");
});

test("a password that is sent before the page is awake stays in its field, and out of the address", async ({
  page,
}) => {
  const { wake } = await openAsleep(page, "/login?callbackURL=%2Fcoins");
  await page.locator("input[name=login]").fill("ada");
  await page.locator("input[name=password]").fill("not the one at all");
  await page.locator("input[name=password]").press("Enter");
  await wake();
  await expect(page).toHaveURL(/\/login\?callbackURL=%2Fcoins$/);
  await expect(page.locator("input[name=password]")).toHaveValue("not the one at all");
});
