import { expect } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test("a mention is suggested while it is typed, chosen by keyboard, and notifies who is meant", async ({
  page,
  context,
  browser,
}) => {
  const other = await browser.newContext();
  const meant = await joinAs(other, "Wanda Vogelsang");
  await joinAs(context, "Writer");
  await page.goto("/");
  const field = page.getByRole("form", { name: "Write a post" }).locator("textarea");
  await field.pressSequentially(`Ask @${meant.handle.slice(0, 10)}`);
  const option = page.getByRole("option", { name: meant.name });
  await expect(option).toBeVisible();
  await expect(field).toHaveRole("combobox");
  // HTML gives a field of several lines no other role, but has no combobox of several lines either. While people are
  // listed it is one, as in other editors, and screen readers announce them.
  await expectAccessible(page, { within: "form[aria-label='Write a post']", except: ["aria-allowed-role"] });
  await field.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", (await option.getAttribute("id"))!);
  await field.press("Enter");
  await expect(field).toHaveValue(`Ask @${meant.handle} `);
  await expect(page.getByRole("listbox")).toBeHidden();
  await field.pressSequentially("about oak.");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const published = page.getByRole("article").filter({ hasText: "about oak." });
  await expect(published.getByRole("link", { name: `@${meant.handle}` })).toBeVisible();

  const wandas = await other.newPage();
  await wandas.goto("/notifications");
  await expect(wandas.getByRole("link", { name: /Writer mentioned you/ })).toBeVisible();
});

test(
  "a list of suggestions is closed by Escape, which keeps what was typed, and undone like typing",
  SLOW,
  async ({ page, context, browser }) => {
    const author = await joinAs(await browser.newContext(), "Xenia Quitterer");
    await joinAs(context, "Answerer");
    const id = await post(context, { content: sentence("A lamp") });
    await page.goto(`/posts/${id}`);
    const field = page.getByRole("form", { name: "Comment" }).locator("textarea");
    await field.pressSequentially(`@${author.handle.slice(0, 10)}`);
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await field.press("Enter");
    await expect(field).toHaveValue(`@${author.handle.slice(0, 10)}\n`);
    await field.fill("");
    await field.pressSequentially(`@${author.handle.slice(0, 9)}`);
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.fill("");
    await field.pressSequentially(`Hello @${author.handle.slice(0, 9)}`);
    await page.getByRole("option").click();
    await expect(field).toHaveValue(`Hello @${author.handle} `);
    await field.press("ControlOrMeta+z");
    await expect(field).toHaveValue(`Hello @${author.handle.slice(0, 9)}`);
  },
);

test("a text that is too long shows what is too much, and is not sent", SLOW, async ({ page, context }) => {
  await joinAs(context, "Talkative");
  await page.goto("/");
  const form = page.getByRole("form", { name: "Write a post" });
  await form.locator("textarea").fill(`${"word ".repeat(56)}and more`);
  await expect(form.locator("[data-overflow]")).toHaveCount(1);
  await expect(form.getByText("8 over")).toBeVisible();
  await form.locator("textarea").fill("short");
  await expect(form.locator("[data-overflow]")).toHaveCount(0);
});
