import { randomBytes } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { expectAccessible } from "@/tests/support/accessibility";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

const newWord = () => `q${randomBytes(5).toString("hex")}`;
const fieldOf = (page: Page) => page.getByRole("main").getByRole("search").locator("input[type=search]");

test("what somebody wrote is found by words and operators, kind by kind", async ({ page, context, browser }) => {
  const word = newWord();
  const author = await browser.newContext();
  const { handle } = await joinAs(author, "Finder");
  await post(author, { content: `First ${word} of brass` });
  const other = await browser.newContext();
  await joinAs(other, "Stranger");
  await post(other, { content: `Another ${word}` });
  await joinAs(context, "Reader");

  await page.goto("/search");
  await expect(page.getByText("has:image")).toBeVisible();
  await fieldOf(page).fill(word);
  await expect(page.getByRole("article")).toHaveText([/Another/, /First/]);
  await fieldOf(page).fill(`${word} from:${handle}`);
  await expect(page.getByRole("article")).toHaveText([/First/]);
  await expect(page).toHaveURL(new RegExp(`q=${word}\\+from%3A${handle}`));

  const tabs = page.getByRole("navigation", { name: "Search in" });
  await tabs.getByRole("link", { name: "Tags" }).click();
  await expect(page).toHaveURL(/only=tags/);
  await expect(page.getByText("leave out what narrows the search")).toBeVisible();
  await tabs.getByRole("link", { name: "Posts" }).click();
  await expect(page.getByRole("article")).toHaveText([/First/]);
  await fieldOf(page).fill(`"brass ${word}"`);
  await expect(page.getByRole("heading", { name: "Nothing found" })).toBeVisible();
  await page.getByRole("link", { name: "search everywhere" }).click();
  await expect(tabs.getByRole("link", { name: "All" })).toHaveAttribute("aria-current", "page");
  await expectAccessible(page);
});

test("builds, articles, tags and bios are found, each with a page of its own", SLOW, async ({ page }) => {
  await page.goto("/search?q=brass");
  for (const kind of ["Builds", "Posts"]) await expect(page.getByRole("heading", { name: kind })).toBeVisible();
  await expectAccessible(page);
  const tabs = page.getByRole("navigation", { name: "Search in" });
  await tabs.getByRole("link", { name: "Builds" }).click();
  await expect(page).toHaveURL(/only=builds/);
  await expect(page.getByRole("main").getByRole("article", { name: "Brass abacus" })).toBeVisible();
  await page.goto("/search?q=ball&only=articles");
  await page.getByRole("main").getByRole("article").first().getByRole("link").click();
  await expect(page).toHaveURL(/\/(blog|news)\//);
});

test("a person and a tag are suggested while one types, and opened by keyboard", async ({ page, context, browser }) => {
  const word = newWord();
  const author = await browser.newContext();
  const { handle } = await joinAs(author, `Wanda ${word}`);
  await post(author, { content: `About #${word}` });
  await joinAs(context, "Reader");

  await page.goto("/search");
  const field = fieldOf(page);
  await field.pressSequentially(word.slice(0, 8));
  const options = page.getByRole("option");
  await expect(options).toHaveText([new RegExp(`Wanda ${word}`), `#${word}`]);
  await expect(field).toHaveRole("combobox");
  await expect(field).toHaveAttribute("aria-expanded", "true");
  await expect(field).not.toHaveAttribute("aria-activedescendant");
  await expectAccessible(page);
  await field.press("ArrowDown");
  await expect(field).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id"))!);
  await field.press("ArrowDown");
  await expect(options.last()).toHaveAttribute("aria-selected", "true");
  await field.press("Enter");
  await expect(page).toHaveURL(`/tags/${word}`);

  const inBanner = page.getByRole("banner").getByRole("search").locator("input");
  await inBanner.pressSequentially(word.slice(0, 8));
  await expect(options).toHaveCount(2);
  await inBanner.press("ArrowDown");
  await inBanner.press("Enter");
  await expect(page).toHaveURL(`/users/${handle}`);
});

test(
  "Enter without a choice searches, Escape closes the suggestions, and an input method’s Enter does neither",
  SLOW,
  async ({ page, context, browser }) => {
    const word = newWord();
    await joinAs(await browser.newContext(), `Wanda ${word}`);
    await joinAs(context, "Reader");
    await page.goto("/search");
    const field = fieldOf(page);
    await field.pressSequentially(word.slice(0, 8));
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.dispatchEvent("compositionstart");
    await expect(page.getByRole("listbox")).toBeHidden();
    await field.dispatchEvent("compositionend");
    await expect(page.getByRole("option")).toHaveCount(1);
    await field.press("Escape");
    await expect(page.getByRole("listbox")).toBeHidden();
    await expect(field).toHaveValue(word.slice(0, 8));
    await expect(page.getByRole("article")).toHaveCount(1);
    await field.press("Enter");
    await expect(page).toHaveURL(`/search?q=${word.slice(0, 8)}`);
  },
);
