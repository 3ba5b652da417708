import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("mutual followers see each other online and get each other's notifications within one pulse", async ({
  page,
  context,
  browser,
}) => {
  const ana = await joinAs(context, "Ana");
  const away = await browser.newContext();
  const ben = await joinAs(away, "Ben");
  const benPage = await away.newPage();

  await open(page, "/");
  await open(benPage, `/users/${ana.handle}`);
  const follow = benPage.getByRole("main").getByRole("button", { name: `Follow @${ana.handle}` });
  const followed = benPage.waitForResponse("**/follow");
  await follow.click();
  expect((await followed).status()).toBe(200);
  const unfollow = benPage.getByRole("main").getByRole("button", { name: `Following @${ana.handle}: unfollow` });
  await expect(unfollow).toBeVisible();

  await comeBack(page);
  const bell = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Notifications/ });
  await expect(bell).toHaveText(/1 unread/);
  await bell.click();
  await expect(page.getByRole("link", { name: "Ben followed you" })).toBeVisible();
  // What was seen is read, and looks new until the page is left.
  await expect(page.getByText("You’re all caught up.")).toBeVisible();
  await expect(bell).not.toHaveText(/unread/);
  await expect(page.getByText("Unread", { exact: true })).toBeAttached();

  await context.request.post(`/api/users/${ben.handle}/follow`);
  await comeBack(page);
  await comeBack(benPage);
  const around = (reader: Page) => reader.getByRole("complementary", { name: "Around you" });
  await expect(around(page).getByRole("link", { name: "Ben", exact: true })).toBeVisible();
  await expect(around(benPage).getByRole("link", { name: "Ana", exact: true })).toBeVisible();
  await expect(
    benPage.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Notifications/ }),
  ).toHaveText(/1 unread/);
});

test("a member who hides their presence is not among the online friends", SLOW, async ({ page, context, browser }) => {
  const shy = await browser.newContext();
  const { handle } = await joinAs(shy, "Shy");
  expect((await shy.request.patch("/api/account/profile", { data: { presenceVisibility: "nobody" } })).status()).toBe(
    200,
  );
  expect((await shy.request.post("/api/pulse")).status()).toBe(200);
  await joinAs(context, "Looker");
  await context.request.post(`/api/users/${handle}/follow`);
  await open(page, "/");
  await expect(
    page.getByRole("complementary", { name: "Around you" }).getByText("Nobody you follow is online right now."),
  ).toBeVisible();
});

async function open(page: Page, path: string): Promise<void> {
  await page.clock.install();
  const heard = page.waitForResponse("**/api/pulse");
  await page.goto(path);
  await heard;
}

/** Returns to the tab some seconds later. */
async function comeBack(page: Page): Promise<void> {
  await page.clock.fastForward(11_000);
  const heard = page.waitForResponse("**/api/pulse");
  await page.evaluate(() => void window.dispatchEvent(new Event("focus")));
  await heard;
}
