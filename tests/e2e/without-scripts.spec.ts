import { expect, test } from "@playwright/test";

test.use({ javaScriptEnabled: false });

/** A page, and words that only its own content has. */
const PAGES: [path: string, words: RegExp][] = [
  ["/", /ago|now/],
  ["/?feed=everyone", /ago|now/],
  ["/users/ada", /Builds small things out of brass and code/],
  ["/users/ada/followers", /@\w+/],
  ["/builds", /Brass abacus/],
  ["/builds/brass-abacus", /Turn a bead|abacus/i],
  ["/blog", /Hello, Pegboard/],
  ["/blog/hello-pegboard", /Hello, Pegboard/],
  ["/news", /\d{4}/],
  ["/leaderboards/plinko", /@?\w+/],
  ["/search?q=brass", /brass/i],
  ["/docs/api", /Idempotency-Key/],
  ["/login", /Sign in/],
];

for (const [path, words] of PAGES) {
  test(`${path} can be read without JavaScript`, async ({ page }) => {
    await page.goto(path);
    const main = page.getByRole("main");
    await expect(main.getByRole("heading", { level: 1 })).toBeAttached();
    await expect(main).toContainText(words);
  });
}

test("lists go on, and people and news are found, by links and forms alone", async ({ page }) => {
  await page.goto("/?feed=everyone");
  const newest = await page.getByRole("article").first().innerText();
  await page.getByRole("link", { name: "Show more" }).click();
  await expect(page).toHaveURL(/cursor=/);
  expect(await page.getByRole("article").first().innerText()).not.toBe(newest);
  await page.getByRole("banner").getByRole("searchbox").fill("abacus");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=abacus$/);
  await expect(
    page
      .getByRole("article")
      .filter({ hasText: /abacus/i })
      .first(),
  ).toBeVisible();
});
