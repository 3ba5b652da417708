import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("a visitor reads everything public, by following links", async ({ page }) => {
  await page.goto("/");
  const first = page.getByRole("feed").getByRole("article").first();
  await expect(first).toBeVisible();
  await first.locator("a[href^='/posts/post_']").first().click();
  await expect(page).toHaveURL(/\/posts\/post_/);
  await expect(page.getByRole("region", { name: "Comments" })).toBeVisible();

  await page.getByRole("main").locator("article[data-post] > header").getByRole("link").last().click();
  await expect(page).toHaveURL(/\/users\/\w+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await through(page, "Builds");
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  await expect(page).toHaveURL(/\/builds\/[\w-]+$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  for (const section of ["Blog", "News"]) {
    await through(page, section);
    await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
    await expect(page).toHaveURL(new RegExp(`/${section.toLowerCase()}/[\\w-]+$`));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  await through(page, "Leaderboards");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.getByRole("banner").getByRole("searchbox").fill("ada");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/search\?q=ada$/);
  await expect(page.getByRole("main").getByRole("link", { name: "Ada Moreno" }).first()).toBeVisible();
});

test("an action of a visitor leads to sign-in, and back", async ({ page, browser }) => {
  const member = await joinAs(await browser.newContext(), "Passer");
  await page.goto("/builds/brass-abacus");
  const build = page.getByRole("main");
  for (const [action, path] of [
    ["Sign in to buy", "/builds/brass-abacus"],
    ["Sign in to like", "/builds/brass-abacus"],
    ["Sign in to comment", "/builds/brass-abacus"],
  ] as const) {
    await expect(build.getByRole("link", { name: new RegExp(`^${action}`) }).first()).toHaveAttribute(
      "href",
      `/login?callbackURL=${encodeURIComponent(path)}`,
    );
  }
  await build.getByRole("link", { name: "Sign in to buy" }).click();
  await page.getByLabel("E-mail or handle").fill(member.handle);
  await page.getByLabel("Password", { exact: true }).fill(member.password);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/builds\/brass-abacus$/);
  await expect(page.getByRole("button", { name: "Account menu" })).toBeVisible();
});

test("members' pages lead a visitor to sign-in, and back", async ({ request }) => {
  for (const path of [
    "/bookmarks",
    "/notifications",
    "/quests",
    "/posts/new",
    "/builds/new",
    "/settings/profile",
    "/settings/account",
    "/blog/new",
    "/news/new",
  ]) {
    const answer = await request.get(path, { maxRedirects: 0 });
    expect([path, answer.status(), answer.headers().location]).toEqual([
      path,
      307,
      `/login?callbackURL=${encodeURIComponent(path)}`,
    ]);
  }
});

async function through(page: Page, place: string): Promise<void> {
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: place, exact: true }).click();
  await expect(page.getByRole("main").getByRole("heading", { level: 1 })).toHaveText(
    new RegExp(place === "Leaderboards" ? "." : place),
  );
}

test("a navigation link is marked from the click until its page has loaded", SLOW, async ({ page }) => {
  let arrive = () => {};
  const held = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route("**/builds?*_rsc=*", async (route) => {
    await held;
    await route.continue();
  });
  await page.goto("/");
  const builds = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Builds" }).first();
  await builds.click();
  await expect(builds.locator("[data-pending]")).toBeAttached();
  arrive();
  await expect(page).toHaveURL("/builds");
  await expect(builds.locator("[data-pending]")).not.toBeAttached();
});

test("an open page notices when somebody signs in or out in another tab", SLOW, async ({ page, context }) => {
  const signIn = page.getByRole("link", { name: "Sign in", exact: true });
  await page.goto("/users/ada");
  await joinAs(context, "Elsewhere");
  await signIn.click();
  await expect(page.getByRole("button", { name: "Follow @ada" }).first()).toBeVisible();
  await expect(page).toHaveURL(/\/users\/ada$/);
  await context.clearCookies();
  await page.getByRole("link", { name: "Bookmarks" }).first().click();
  await expect(page.getByRole("heading", { name: "Welcome back" })).toBeVisible();
  await expect(signIn).toBeVisible();
});
