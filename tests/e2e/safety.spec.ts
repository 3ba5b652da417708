import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { enter, message, newGuest, openRoom, say } from "@/tests/support/room-guests";
import { SLOW } from "@/tests/support/slow";

test("a blocked person leaves the feed, gets a 404 for the blocker, and is unblocked in the settings", async ({
  page,
  context,
  browser,
}) => {
  const ana = await joinAs(context, "Ana");
  const away = await browser.newContext();
  const ben = await joinAs(away, "Ben");
  const benPage = await away.newPage();
  const content = sentence("A noisy shelf");
  await post(away, { content });

  await page.goto("/?feed=everyone");
  const entry = page.getByRole("article").filter({ hasText: content });
  await expect(entry).toBeVisible();
  await page.goto(`/users/${ben.handle}`);
  await page.getByRole("button", { name: `More about @${ben.handle}` }).click();
  await page.getByRole("menuitem", { name: `Block @${ben.handle}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Block" }).click();
  await expect(page.getByRole("heading", { name: `You blocked @${ben.handle}` })).toBeVisible();
  await expectAccessible(page);
  await page.goto("/?feed=everyone");
  await expect(page.getByRole("feed")).toBeVisible();
  await expect(entry).toHaveCount(0);

  expect((await benPage.goto(`/users/${ana.handle}`))?.status()).toBe(404);
  const [hidden, never] = await Promise.all(
    [ana.handle, "nobody_at_all"].map((handle) => away.request.get(`/api/users/${handle}`)),
  );
  expect(hidden!.status()).toBe(404);
  const bodies = await Promise.all([hidden!, never!].map((answer) => answer.text()));
  const withoutId = bodies.map((body) => body.replace(/req_\w+/g, ""));
  expect(withoutId[0]).toBe(withoutId[1]);

  // Somebody who was blocked first cannot open the profile, and blocks back by handle.
  await benPage.goto("/settings/safety");
  await benPage.getByLabel("Block somebody by handle").fill("@nobody_at_all");
  await benPage.getByRole("button", { name: "Block", exact: true }).click();
  await expect(benPage.getByText("Nobody has this handle.").first()).toBeVisible();
  await benPage.getByLabel("Block somebody by handle").fill(`@${ana.handle}`);
  await benPage.getByRole("button", { name: "Block", exact: true }).click();
  await benPage.getByRole("button", { name: `Unblock @${ana.handle}` }).click();
  await expect(benPage.getByRole("button", { name: `Unblock @${ana.handle}` })).toHaveCount(0);

  await page.goto("/settings/safety");
  await page.getByRole("button", { name: `Unblock @${ben.handle}` }).click();
  await expect(page.getByRole("article", { name: "Ben" })).toHaveCount(0);
  expect((await benPage.goto(`/users/${ana.handle}`))?.status()).toBe(200);
  await page.goto("/?feed=everyone");
  await expect(entry).toBeVisible();
});

test("a list whose last post is taken away by muting its author says so", async ({ page, context, browser }) => {
  await joinAs(context, "Ana");
  const away = await browser.newContext();
  const ben = await joinAs(away, "Ben");
  const id = await post(away, { content: sentence("A noisy shelf") });
  await context.request.post(`/api/posts/${id}/bookmark`);

  await page.goto("/bookmarks");
  await page.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: `Mute @${ben.handle}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Mute" }).click();
  await expect(page.getByText("Nothing here any more.")).toBeVisible();
  await expect(page.getByRole("feed")).toHaveCount(0);
  await expect(page.getByRole("main").locator(":focus")).toHaveCount(1);
  await expectAccessible(page);
});

test(
  "a muted word removes posts from the feed and search, until it is unmuted in the settings",
  SLOW,
  async ({ page, context, browser }) => {
    await joinAs(context, "Ana");
    const away = await browser.newContext();
    await joinAs(away, "Ben");
    const word = `gooseberry${Date.now()}`;
    const content = sentence(`All about ${word}`);
    await post(away, { content });
    const entry = page.getByRole("article").filter({ hasText: content });
    await page.goto("/?feed=everyone");
    await expect(entry).toBeVisible();

    await page.goto("/settings/safety");
    const section = page.getByRole("region", { name: "Muted words" });
    await expect(section.getByText("You haven’t muted any words.")).toBeVisible();
    const field = section.getByRole("textbox", { name: "Word or phrase" });
    await field.fill("!?");
    await section.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(section.getByText(/at least one letter/).first()).toBeVisible();
    await expect(field).toHaveValue("!?");
    await field.fill(word.toUpperCase());
    await section.getByRole("button", { name: "Mute", exact: true }).click();
    await expect(section.getByRole("article", { name: word.toUpperCase() })).toBeVisible();
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("");
    await expectAccessible(page);
    await page.goto("/?feed=everyone");
    await expect(page.getByRole("feed")).toBeVisible();
    await expect(entry).toHaveCount(0);

    await page.goto("/settings/safety");
    await section.getByRole("button", { name: `Unmute “${word.toUpperCase()}”` }).click();
    await expect(section.getByText("You haven’t muted any words.")).toBeVisible();
    await page.goto("/?feed=everyone");
    await expect(entry).toBeVisible();
  },
);

test(
  "a blocked person's messages in a room are hidden from the blocker, who may show them",
  SLOW,
  async ({ browser }) => {
    const [ada, ben] = [await newGuest(browser, "Ada"), await newGuest(browser, "Ben")];
    const url = await openRoom(ada, "The other bench");
    await enter(ben, url);
    await say(ben, "Said before the block");
    await expect(message(ada, "Said before the block")).toBeVisible();
    expect((await ada.page.request.post(`/api/users/${ben.member.handle}/block`)).ok()).toBe(true);
    await ada.page.reload();
    await say(ben, "Said after the block");
    await expect(message(ada, "Message from somebody you blocked")).toHaveCount(2);
    await expect(message(ada, "Said")).toHaveCount(0);
    for (const scheme of ["light", "dark"] as const) {
      await ada.page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      await expectAccessible(ada.page);
    }
    await ada.page.getByRole("button", { name: "Show the message" }).last().click();
    await expect(message(ada, "Said after the block")).toBeVisible();
    await expect(message(ben, "Said after the block")).toBeVisible();
  },
);
