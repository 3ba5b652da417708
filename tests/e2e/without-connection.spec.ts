import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

test("offline, what is done waits, no input is lost, and everything works again once online", async ({
  page,
  context,
}) => {
  await joinAs(context, "Tunnel");
  await page.goto("/?feed=everyone", { waitUntil: "networkidle" });
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
  const waiting = page.getByRole("status").filter({ hasText: "for a connection" });
  await expect(waiting).toContainText("1 thing waits for a connection.");
  await expect(like).toHaveAttribute("aria-pressed", "true");

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
  await expect(words).toHaveValue("");
  await words.fill("Said by mistake");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await expect(waiting).toContainText("3 things wait for a connection.");
  await page.getByRole("button", { name: "See what was not sent" }).click();
  const list = page.getByRole("region", { name: "Not sent yet" });
  await expect(list.getByRole("listitem")).toHaveText([/^Your like/, /^Your post “Said in the tunnel”/, /by mistake/]);
  await list.getByRole("listitem").last().getByRole("button", { name: "Take back" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(2);

  await context.setOffline(false);
  await expect(page.getByRole("feed").getByRole("article").filter({ hasText: "Said by mistake" })).toHaveCount(0);
  await expect(page.getByRole("feed").getByRole("article").filter({ hasText: "Said in the tunnel" })).toBeVisible();
  await page.getByRole("button", { name: "Account menu" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
});

test("what waits is sent once, in order, after the tab was closed and others were opened", async ({
  page,
  context,
}) => {
  const { handle } = await joinAs(context, "Traveller");
  const said = Array.from({ length: 6 }, (_, index) => `Station ${index} ${randomUUID()}`);
  const write = async (tab: typeof page, content: string) => {
    await tab.getByLabel("Your post").fill(content);
    await tab.getByRole("button", { name: "Post", exact: true }).click();
    await expect(tab.getByLabel("Your post")).toHaveValue("");
  };
  await page.goto("/");
  await write(page, said[0]!);
  const other = await context.newPage();
  await other.goto("/");
  // The server does what it is asked, but no answer arrives.
  await context.route("**/api/posts", async (route) => {
    await route.fetch();
    await route.abort();
  });
  for (const [index, content] of said.slice(1).entries()) await write(index % 2 === 0 ? page : other, content);
  await expect(other.getByText("5 things wait for a connection.")).toBeVisible();
  await Promise.all([page.close(), other.close()]);
  await context.unroute("**/api/posts");

  const later = await context.newPage();
  await later.goto("/");
  await expect(later.getByText("for a connection")).toHaveCount(0);
  const written = async () => {
    const answer = await context.request.get(`/api/timeline/users/${handle}/posts?limit=50`);
    return ((await answer.json()) as { data: { content: string }[] }).data.map(({ content }) => content).toReversed();
  };
  await expect.poll(written).toEqual(said);
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
