import { expect, type Page } from "@playwright/test";
import { test } from "@/tests/support/browser-test";
import { joinAs } from "@/tests/support/member";
import { post, sentence } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

async function openEditor(page: Page) {
  await page.getByRole("button", { name: "More about this post" }).first().click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  return page.getByRole("form", { name: "Edit your post" });
}

test("a post is edited in place, shows its earlier version, and does not overwrite an edit made elsewhere", async ({
  page,
  context,
}) => {
  await joinAs(context, "Writer");
  const first = sentence("A chair with three legs");
  const id = await post(context, { content: first });
  await page.goto("/");
  const row = page.getByRole("article").filter({ hasText: first });
  await row.getByRole("button", { name: "More about this post" }).click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  await expect(page.getByRole("textbox", { name: "Your post", exact: true }).last()).toBeFocused();
  const form = page.getByRole("form", { name: "Edit your post" });
  await form.getByRole("textbox").fill(`${first} Four now.`);
  await page.keyboard.press("Control+Enter");
  await expect(row.getByText("Four now.")).toBeVisible();
  await row.getByRole("button", { name: "edited" }).click();
  const versions = page.getByRole("dialog", { name: "Versions" });
  await expect(versions.getByRole("listitem")).toHaveCount(2);
  await expect(versions.getByText(first, { exact: true })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto(`/posts/${id}`);
  const editor = await openEditor(page);
  await editor.getByRole("textbox").fill("Mine, from this tab.");
  // Closes without a question, because nothing was changed.
  await page.keyboard.press("Escape");
  await context.request.patch(`/api/posts/${id}`, { data: { content: "From the other tab." } });
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toContainText("somewhere else");
  await editor.getByRole("button", { name: "See the newer version" }).click();
  await expect(editor.getByText("From the other tab.")).toBeVisible();
  await expect(editor.getByRole("textbox")).toHaveValue("Mine, from this tab.");
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  await page.reload();
  await expect(page.getByText("Mine, from this tab.")).toBeVisible();
});

test(
  "comments are edited and deleted by their authors, and removed by the author of the post",
  SLOW,
  async ({ page, context, browser }) => {
    const guest = await browser.newContext();
    await joinAs(guest, "Guest");
    await joinAs(context, "Host");
    const id = await post(context, { content: sentence("A table") });
    const say = async (content: string, parent_id?: string) =>
      (
        (await (await guest.request.post(`/api/posts/${id}/comments`, { data: { content, parent_id } })).json()) as {
          id: string;
        }
      ).id;
    const talk = await say("What wood is tihs?");
    await say("Is it oak?", talk);
    const guestPage = await guest.newPage();
    await guestPage.goto(`/posts/${id}`);
    const comment = guestPage.locator(`#${talk}`);
    const menu = comment.getByRole("button", { name: "More about this comment" }).first();
    await menu.click();
    await guestPage.getByRole("menuitem", { name: "Edit", exact: true }).click();
    await guestPage.getByRole("textbox", { name: "Your comment" }).fill("What wood is this?");
    await guestPage.getByRole("button", { name: "Save" }).click();
    await expect(comment.getByText("What wood is this?")).toBeVisible();
    await expect(menu).toBeFocused();
    await menu.click();
    await guestPage.getByRole("menuitem", { name: "Delete" }).click();
    await guestPage.getByRole("button", { name: "Delete comment" }).click();
    await expect(comment.getByText("This comment was deleted.")).toBeVisible();
    await expect(comment.getByText("Is it oak?")).toBeVisible();

    await page.goto(`/posts/${id}`);
    await page.getByRole("button", { name: "More about this comment" }).click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove comment" }).click();
    await expect(page.getByText("No comments yet.")).toBeVisible();
  },
);
