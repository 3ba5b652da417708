import { expect } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

test("people comment and reply under a post, and a comment waits for a connection", async ({
  page,
  context,
  browser,
}) => {
  const author = await browser.newContext();
  await joinAs(author, "Host");
  const id = await post(author, { content: sentence("A table") });
  await joinAs(context, "Guest");
  await page.goto(`/posts/${id}`);
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill("What wood is it?");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  const comment = page.getByRole("article", { name: "Comment by Guest" }).filter({ hasText: "What wood" });
  await expect(comment.getByRole("button", { name: "Reply" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Comments, 1", exact: true })).toBeVisible();

  const hostPage = await author.newPage();
  await hostPage.goto(`/posts/${id}`);
  await hostPage.getByRole("button", { name: "Reply" }).click();
  await hostPage.getByRole("textbox", { name: "Reply to Guest" }).fill("Oak, from the old barn.");
  await hostPage.getByRole("form", { name: "Reply to Guest" }).getByRole("button", { name: "Reply" }).click();
  await expect(
    hostPage
      .getByRole("article", { name: "Comment by Host" })
      .filter({ hasText: "Oak" })
      .getByRole("button", { name: "Reply" }),
  ).toBeVisible();
  await page.reload();
  await expect(comment.getByText("Oak, from the old barn.")).toBeVisible();

  await page.route("**/api/posts/*/comments", (route) =>
    route.request().method() === "POST" ? route.abort() : route.continue(),
  );
  await page.getByRole("textbox", { name: "Comment", exact: true }).fill("Lovely.");
  await page.getByRole("form", { name: "Comment" }).getByRole("button", { name: "Comment", exact: true }).click();
  await expect(page.getByText("Waits for a connection", { exact: true })).toBeVisible();
  await page.unroute("**/api/posts/*/comments");
  await expect(page.getByText("Waits for a connection", { exact: true })).toBeHidden();
  await page.reload();
  await expect(page.getByText("Lovely.")).toBeVisible();
});

test("a link to a comment shows it among many", SLOW, async ({ page, context }) => {
  await joinAs(context, "Talker");
  const id = await post(context, { content: sentence("A bench") });
  const say = async (content: string, parent_id?: string) =>
    (
      (await (await context.request.post(`/api/posts/${id}/comments`, { data: { content, parent_id } })).json()) as {
        id: string;
      }
    ).id;
  const first = await say("The one below which the answer stands.");
  const wanted = await say("The wanted answer.", first);
  for (let i = 0; i < 4; i++) await say(`Answer ${i}`, first);
  await page.goto(`/posts/${id}#${wanted}`);
  await expect(page.getByText("The wanted answer.")).toBeInViewport();
});
