import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { newGuest } from "@/tests/support/room-guests";
import { makeStaff } from "@/tests/support/staff";
import { SLOW } from "@/tests/support/slow";

test("a post is reported, hidden by keyboard, removed from the feed, appealed, and restored", async ({ browser }) => {
  test.slow();
  const [author, reader, moderator, other] = [
    await newGuest(browser, "Ada"),
    await newGuest(browser, "Ben"),
    await newGuest(browser, "Mo"),
    await newGuest(browser, "Olu"),
  ];
  await makeStaff(moderator.member);
  await makeStaff(other.member);
  const words = `Buy my pegs ${author.member.handle}`;
  const made = await author.page.request.post("/api/posts", { data: { content: words } });
  const { id } = (await made.json()) as { id: string };

  await reader.page.goto(`/posts/${id}`);
  await reader.page.getByRole("button", { name: "More about this post" }).first().click();
  await reader.page.getByRole("menuitem", { name: "Report" }).click();
  const dialog = reader.page.getByRole("dialog", { name: "Report this post" });
  await dialog.getByRole("radio", { name: "Spam or advertising" }).check();
  await dialog.getByRole("textbox", { name: "Anything to add?" }).fill("Always the same");
  await expectAccessible(reader.page);
  await dialog.getByRole("button", { name: "Send report" }).click();
  await expect(dialog).toBeHidden();

  // Everybody else gets a 404.
  expect((await reader.page.goto("/moderation"))?.status()).toBe(404);
  await moderator.page.goto("/moderation?type=post");
  const report = moderator.page.getByRole("article", { name: "Report of a post by Ada" });
  await expect(report).toContainText("Always the same");
  await expect(report).toContainText("decisions: 0");
  await expectAccessible(moderator.page);
  await moderator.page.keyboard.press("h");
  const reason = moderator.page.getByRole("textbox", { name: "What the person is told" });
  await expect(reason).toBeFocused();
  // An input method presses Enter to pick a word, which decides nothing.
  await reason.dispatchEvent("keydown", { key: "Enter", isComposing: true });
  await reason.dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
  await expect(reason).toBeFocused();
  await moderator.page.keyboard.press("Enter");
  await expect(moderator.page.getByText("Hidden.", { exact: true })).toBeVisible();
  await expect(report).toBeHidden();

  expect((await reader.page.goto(`/posts/${id}`))?.status()).toBe(404);
  await author.page.goto("/notifications");
  await author.page
    .getByRole("link", { name: /Your post was hidden/ })
    .first()
    .click();
  await author.page.getByRole("button", { name: "Appeal" }).click();
  await author.page.getByRole("textbox", { name: "Why is it wrong?" }).fill("They are very good pegs");
  await expectAccessible(author.page);
  await author.page.getByRole("button", { name: "Send appeal" }).click();
  await expect(author.page.getByText("They are very good pegs")).toBeVisible();

  await other.page.goto("/moderation/appeals");
  const appeal = other.page.getByRole("article", { name: "Appeal by Ada" }).filter({ hasText: words });
  await appeal.getByRole("radio", { name: "Take it back" }).check();
  await appeal.getByRole("textbox", { name: "What the person is told" }).fill("They are");
  await appeal.getByRole("button", { name: "Answer" }).click();
  await expect(appeal).toBeHidden();
  expect((await reader.page.goto(`/posts/${id}`))?.status()).toBe(200);
});

test(
  "a comment on a build is reported, shown with its context, and hidden from everybody except its author",
  SLOW,
  async ({ browser }) => {
    test.slow();
    const [builder, critic, moderator] = [
      await newGuest(browser, "Bo"),
      await newGuest(browser, "Cal"),
      await newGuest(browser, "Mo"),
    ];
    await makeStaff(moderator.member);
    const title = `Loom ${builder.member.handle}`;
    const draft = { title, description: "Weaves by itself.", category: "hardware", readme: "# Loom" };
    const rest = { technologies: [], price: null, repoUrl: null, demoUrl: null };
    const made = await builder.page.request.post("/api/builds", { data: { ...draft, ...rest } });
    const { slug } = (await made.json()) as { slug: string };
    const words = `Junk, says ${critic.member.handle}`;
    await critic.page.request.post(`/api/builds/${slug}/comments`, { data: { content: words } });

    await builder.page.goto(`/builds/${slug}`);
    await builder.page.getByRole("button", { name: "Report this comment" }).click();
    const dialog = builder.page.getByRole("dialog", { name: "Report this comment" });
    await dialog.getByRole("radio", { name: "Spam or advertising" }).check();
    await dialog.getByRole("button", { name: "Send report" }).click();
    await expect(dialog).toBeHidden();

    await moderator.page.goto("/moderation?type=comment");
    const report = moderator.page.getByRole("article", { name: "Report of a comment by Cal" });
    await expect(report).toContainText(words);
    await report.getByText("What is around it: 1").click();
    await expect(report.getByText(title)).toBeVisible();
    await expectAccessible(moderator.page);
    await moderator.page.keyboard.press("h");
    await expect(moderator.page.getByRole("textbox", { name: "What the person is told" })).toBeFocused();
    await moderator.page.keyboard.press("Enter");
    await expect(report).toBeHidden();

    await builder.page.reload();
    await expect(builder.page.getByText("Weaves by itself.").first()).toBeVisible();
    await expect(builder.page.getByText(words)).toBeHidden();
    await critic.page.goto(`/builds/${slug}`);
    await expect(critic.page.getByText(words)).toBeVisible();
    await expect(critic.page.getByRole("link", { name: "Hidden by moderators" })).toBeVisible();
    await expectAccessible(critic.page);
  },
);
