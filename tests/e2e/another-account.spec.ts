import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test(
  "a page sends nothing for the account that signed in in another tab, says so, and keeps the text",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "First");
    await page.goto("/?feed=everyone");
    const words = page.getByLabel("Your post");
    await words.fill("Written by the first");
    await context.clearCookies();
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page.getByRole("alert").getByRole("link", { name: "Sign in in a new tab" })).toBeVisible();

    const second = await joinAs(context, "Second");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(
      page.getByRole("alert").filter({ hasText: `You’re signed in as @${second.handle} now` }),
    ).toBeVisible();
    await expect(words).toHaveValue("Written by the first");
    const like = page.getByRole("feed").getByRole("article").first().getByRole("button", { name: /like/i });
    await like.click();
    const notice = page
      .getByRole("status")
      .getByRole("listitem")
      .filter({ hasText: `@${second.handle}` });
    await expect(like).toHaveAttribute("aria-pressed", "false");

    await notice.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("button", { name: "Post", exact: true })).toBeDisabled();
    await expect(words).toHaveValue("");
    await page.goto(`/users/${second.handle}`);
    await expect(page.getByText("Written by the first")).toHaveCount(0);
  },
);
