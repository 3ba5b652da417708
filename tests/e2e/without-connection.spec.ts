import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("offline, every action reports it, no input is lost, and everything works again once online", async ({
  page,
  context,
}) => {
  await joinAs(context, "Tunnel");
  await page.goto("/?feed=everyone");
  const words = page.getByLabel("Your post");
  const like = page.getByRole("feed").getByRole("article").first().getByRole("button", { name: /like/i });
  const notice = page.getByRole("status").getByRole("listitem").filter({ hasText: "You’re offline." });
  const dismiss = async () => {
    await notice.getByRole("button", { name: "Dismiss" }).click();
    await expect(notice).toHaveCount(0);
  };
  await words.fill("Said in the tunnel");
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await context.setOffline(true);

  await like.click();
  await expect(notice).toBeVisible();
  await expect(like).toHaveAttribute("aria-pressed", "false");
  await dismiss();

  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(notice).toBeVisible();
  await dismiss();

  await page.getByRole("navigation").getByRole("link", { name: "Builds" }).first().click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/?feed=everyone");
  await dismiss();

  // The same applies to shortcuts, the free space of a post's row, and links to the current page.
  await page.getByRole("feed").getByRole("article").first().focus();
  await page.keyboard.press("g");
  await page.keyboard.press("b");
  await expect(notice).toBeVisible();
  await dismiss();
  await page
    .getByRole("feed")
    .getByRole("article")
    .first()
    .click({ position: { x: 4, y: 4 } });
  await expect(notice).toBeVisible();
  await dismiss();
  await page.getByRole("link", { name: "Everyone", exact: true }).click();
  await expect(notice).toBeVisible();
  await expect(page).toHaveURL("/?feed=everyone");
  await dismiss();

  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "You’re offline." })).toBeVisible();
  await expect(words).toHaveValue("Said in the tunnel");

  await context.setOffline(false);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(page.getByRole("feed").getByRole("article").filter({ hasText: "Said in the tunnel" })).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
});

test("a comment on a build that failed to send is restored to its field", SLOW, async ({ page, context }) => {
  const said = `It rings twice, ${randomUUID()}`;
  await joinAs(context, "Lantern");
  await page.goto("/builds");
  await page.getByRole("main").getByRole("article").first().getByRole("link").first().click();
  const words = page.getByRole("textbox", { name: "Comment" });
  await words.fill(said);
  await context.setOffline(true);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("status").getByRole("listitem").filter({ hasText: "You’re offline." })).toBeVisible();
  await expect(words).toHaveValue(said);
  await expect(page.getByRole("listitem").filter({ hasText: said })).toHaveCount(0);

  await context.setOffline(false);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByRole("listitem").filter({ hasText: said })).toBeVisible();
  await expect(words).toHaveValue("");
});
