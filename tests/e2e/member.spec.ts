import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("a new member edits their profile, posts, comments, and claims a quest's coins", async ({ page }) => {
  const handle = `mem_${randomUUID().slice(0, 8)}`;
  await page.goto("/register");
  await page.getByLabel("Name").fill("Newly Here");
  await page.getByLabel("Handle").fill(handle);
  await page.getByLabel("E-mail").fill(`${handle}@example.com`);
  await page.getByLabel("Password", { exact: true }).fill("four words make one");
  await page.getByRole("button", { name: "Create my account" }).click();
  await expect(page).toHaveURL("/");

  await page.goto("/settings/profile");
  await page.getByLabel("Name").fill("Nell Ford");
  await page.getByLabel("Handle").fill(`${handle}_n`);
  await page.getByLabel("Bio").fill("Turns bowls, and pages.");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Profile saved.", { exact: true })).toBeVisible();

  await page.goto("/");
  const words = `Hello, says ${handle}`;
  await page.getByLabel("Your post").fill(words);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const post = page.getByRole("feed").getByRole("article").filter({ hasText: words });
  await post.getByRole("link", { name: "now" }).click();
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill("And says it again.");
  const said = page.waitForResponse(
    (answer) => answer.url().endsWith("/comments") && answer.request().method() === "POST",
  );
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  expect((await said).status()).toBe(201);

  await page.goto("/quests");
  const quest = page.getByRole("main").getByRole("listitem").filter({ hasText: "Pin something up" });
  const balance = page.getByRole("banner").getByRole("link", { name: /coins?$/ });
  await expect(balance).toContainText("10 coins");
  await quest.getByRole("button", { name: /^Claim \d+ coins?$/ }).click();
  await expect(quest.getByRole("button")).toBeHidden();
  await expect(balance).toContainText(/1[1-9] coins/);
  await page.reload();
  await expect(balance).toContainText(/1[1-9] coins/);

  await page.goto(`/users/${handle}_n`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nell Ford");
  await expect(page.getByText("Turns bowls, and pages.")).toBeVisible();
  await expect(page.getByText("Level 1")).toBeVisible();
  await expect(page.getByRole("progressbar", { name: "Progress to level 2" })).toHaveAttribute(
    "aria-valuetext",
    /^(?!0 of)\d+ of 100 XP$/,
  );
  expect((await page.request.get(`/users/${handle}`)).status()).toBe(404);
});

test("a taken handle is rejected at its field, and nothing else is saved", SLOW, async ({ page }) => {
  const handle = `mem_${randomUUID().slice(0, 8)}`;
  await page.request.post("/api/register", {
    data: { name: "First", handle, email: `${handle}@example.com`, password: "four words make one" },
  });
  await page.goto("/login?callbackURL=%2Fsettings%2Fprofile");
  await page.getByLabel("E-mail or handle").fill(handle);
  await page.getByLabel("Password", { exact: true }).fill("four words make one");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await page.getByLabel("Handle").fill("ada");
  await page.getByLabel("Name").fill("Not kept");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByLabel("Handle")).toHaveAccessibleDescription(/taken/);
  await page.reload();
  await expect(page.getByLabel("Name")).toHaveValue("First");
});

test(
  "a notification toast never takes Escape from an open dialog, and is dismissed by its own button",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Noted");
    await page.goto("/");
    let answer = () => {};
    const answered = new Promise<void>((resolve) => void (answer = resolve));
    await page.route("**/api/posts", async (route) => {
      await answered;
      await route.continue();
    });
    await page.getByLabel("Your post").fill("Escape is for the menu");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    const menu = page.getByRole("menu");
    await page.getByRole("button", { name: "Account menu" }).click();
    await expect(menu).toBeVisible();
    answer();
    const notice = page
      .getByRole("status")
      .getByRole("listitem")
      .filter({ hasText: /^Posted!/ });
    await expect(notice).toBeVisible();
    await expect(menu).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(notice).toBeVisible();
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toBeHidden();
  },
);
