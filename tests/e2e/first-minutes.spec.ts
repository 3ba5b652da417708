import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { joinAs } from "@/tests/support/member";

const PHONE = { width: 390, height: 844 };
const NARROW = { width: 360, height: 740 };

test("a visitor with a phone drops a ball, which asks the server for nothing", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(/^Pegboard is where people/);
  const welcome = page.getByRole("region", { name: /^Pegboard is where people/ });
  await expect(welcome).toContainText("worth nothing");
  const before = await welcome.boundingBox();
  const button = welcome.getByRole("button", { name: "Drop a ball" });
  const asked = requestsOf(page);
  await button.click();
  const result = welcome.getByRole("status");
  await expect(result).toHaveText(/^Cup [1-5]\. (7|16|18) of 64 balls land there\./);
  await expect(result).toContainText("just for fun");
  await expect(welcome).not.toContainText(/coin/i);
  await expect(button).not.toHaveAttribute("aria-disabled");
  expect(await welcome.boundingBox()).toEqual(before);
  // The page that "Join" leads to may be prefetched meanwhile.
  expect(asked.filter((url) => !/\/(_next\/static|register)\b/.test(url))).toEqual([]);
  await welcome.getByRole("link", { name: "Join Pegboard" }).click();
  await expect(page).toHaveURL("/register");
});

test("by keyboard and with reduced motion, a ball drops as well, and another one after it", async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const button = page.getByRole("button", { name: "Drop a ball" });
  const result = page.getByRole("region", { name: /^Pegboard is/ }).getByRole("status");
  for (const key of ["Enter", "Space"]) {
    await button.press(key);
    await expect(result).toBeEmpty();
    await expect(button).toBeFocused();
    await expect(result).toContainText(/^Cup [1-5]/);
    await expect(button).toBeFocused();
  }
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
});

test("a newcomer follows three people, and each fills the feed; their first post ends the nudge for good", async ({
  page,
  context,
}) => {
  const { handle } = await joinAs(context, "Newcomer");
  await page.goto("/");
  const address = page.getByRole("region", { name: "Your e-mail address" });
  await expect(address).toContainText(`${handle}@example.com`);
  await expect(address.getByRole("link", { name: "Change it" })).toHaveAttribute("href", "/settings/account#email");

  const feed = page.getByRole("feed", { name: "Feed" });
  const suggestions = feed.getByRole("article", { name: "Follow a few people" });
  const posts = feed.locator("[data-post]");
  await expect(posts).toHaveCount(0);
  const people = suggestions.getByRole("button", { name: /^Follow @/ });
  await expect(people).toHaveCount(3);
  for (let left = 2; left >= 0; left -= 1) {
    await people.first().click();
    await expect(people).toHaveCount(left);
    await expect(posts.first()).toBeVisible();
  }
  await expect(suggestions.getByRole("status")).toContainText("in your feed now");
  await expect(suggestions.getByRole("button", { name: /^Following @/ })).toHaveCount(3);

  const nudge = page.getByText("Your first post.");
  await expect(nudge).toBeVisible();
  await page.getByLabel("Your post").fill("Hello from my first minutes");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(posts.filter({ hasText: "Hello from my first minutes" })).toBeVisible();
  await expect(nudge).toBeHidden();

  await page.reload();
  await expect(posts.filter({ hasText: "Hello from my first minutes" })).toBeVisible();
  await expect(nudge).toBeHidden();
  await expect(suggestions).toHaveCount(0);
});

test("on a phone, the sheet has rooms and duels; Back closes it, and what was chosen replaces it", async ({
  page,
  context,
}) => {
  await joinAs(context, "Pocket");
  await page.setViewportSize(PHONE);
  await page.goto("/builds");
  await page.goto("/notifications");
  const more = page.getByRole("button", { name: "More", exact: true });
  const sheet = page.getByRole("dialog", { name: "More" });
  await more.click();
  await expect(sheet).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL("/notifications");
  await expect(more).toBeFocused();

  await more.press("Enter");
  await expect(sheet.getByRole("link", { name: "Duels" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(more).toBeFocused();

  for (const [label, path] of [
    ["Rooms", "/rooms"],
    ["Duels", "/ranked"],
  ] as const) {
    await more.click();
    await sheet.getByRole("link", { name: label }).click();
    await expect(page).toHaveURL(path);
    await expect(sheet).toBeHidden();
  }
  await page.goBack();
  await expect(page).toHaveURL("/rooms");
  await page.goBack();
  await expect(page).toHaveURL("/notifications");
  await page.goBack();
  await expect(page).toHaveURL("/builds");
});

test("on a phone, a visitor finds the pages in the sheet as well", async ({ page }) => {
  await page.setViewportSize(NARROW);
  await page.goto("/");
  await page.getByRole("button", { name: "More", exact: true }).click();
  const sheet = page.getByRole("dialog", { name: "More" });
  await expect(sheet.getByRole("link", { name: "Join" })).toBeVisible();
  await sheet.getByText("Dark").click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await sheet.getByRole("link", { name: "Blog" }).click();
  await expect(page).toHaveURL("/blog");
});

/** The URLs that the page asks for from now on. */
function requestsOf(page: Page): string[] {
  const urls: string[] = [];
  page.on("request", (request) => urls.push(request.url()));
  return urls;
}
