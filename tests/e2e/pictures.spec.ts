import fs from "node:fs";
import path from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { SLOW } from "@/tests/support/slow";

const SMALL = path.resolve("public/icon-192.png");
const LARGER = path.resolve("public/icon-512.png");

test("pictures come by choosing, dropping and pasting, four at most, and stand in the post in that order", async ({
  page,
  context,
}) => {
  await joinAs(context, "Collagist");
  await page.goto("/");
  await page.getByLabel("Add pictures").setInputFiles(SMALL);
  await give(page, "drop");
  await give(page, "paste");
  await page.getByLabel("Add pictures").setInputFiles([LARGER, LARGER]);
  await expect(page.getByText("A post can have up to 4 pictures.", { exact: true })).toBeVisible();
  await expect(page.getByLabel("Add pictures")).toBeDisabled();
  for (const [index, words] of ["Chosen", "Dropped", "Pasted", "Chosen again"].entries())
    await page.getByLabel(`Description of picture ${index + 1}`).fill(words);
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const post = page.getByRole("feed").getByRole("article").first();
  await expect(post.getByRole("img")).toHaveCount(4);
  expect(await post.getByRole("img").evaluateAll((images) => images.map((image) => image.getAttribute("alt")))).toEqual(
    ["Chosen", "Dropped", "Pasted", "Chosen again"],
  );
});

test(
  "what is too large or no picture is refused by name, and nothing of it is sent",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Refused");
    await page.goto("/");
    const sent: string[] = [];
    page.on("request", (request) => void (request.url().endsWith("/api/images") && sent.push(request.url())));
    await page
      .getByLabel("Add pictures")
      .setInputFiles({ name: "barn.png", mimeType: "image/png", buffer: Buffer.alloc(5_242_881) });
    await expect(page.getByText("barn.png is larger than 5 MB.", { exact: true })).toBeVisible();
    await page
      .getByLabel("Add pictures")
      .setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("No picture") });
    await expect(page.getByText("notes.txt is not a PNG, JPEG, WebP or GIF.", { exact: true })).toBeVisible();
    await expect(page.getByRole("list", { name: "Pictures" })).toHaveCount(0);
    expect(sent).toEqual([]);
  },
);

test(
  "a file that only says it is a picture is told so in its place, and can be taken out",
  SLOW,
  async ({ page, context }) => {
    await joinAs(context, "Pretender");
    await page.goto("/");
    await page.getByLabel("Add pictures").setInputFiles([
      { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("Only words") },
      { name: "true.png", mimeType: "image/png", buffer: fs.readFileSync(SMALL) },
    ]);
    await expect(page.getByRole("alert").filter({ hasText: "PNG, JPEG, WebP or GIF" })).toBeVisible();
    await page.getByLabel("Your post").fill("With one picture");
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(page.getByText("A picture didn’t upload.")).toBeVisible();
    await page.getByRole("button", { name: "Remove picture 1" }).click();
    await page.getByRole("button", { name: "Post", exact: true }).click();
    await expect(
      page.getByRole("feed").getByRole("article").filter({ hasText: "With one picture" }).getByRole("img"),
    ).toHaveCount(1);
  },
);

test("a post's pictures open large over the page, are turned by arrows, and give the focus back", async ({
  page,
  context,
}) => {
  await joinAs(context, "Viewer");
  await page.goto("/");
  await page.getByLabel("Add pictures").setInputFiles([SMALL, LARGER]);
  await page.getByLabel("Description of picture 1").fill("The small one");
  await page.getByLabel("Description of picture 2").fill("The larger one");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const first = page.getByRole("feed").getByRole("link", { name: "The small one" });
  await first.click();
  const viewer = page.getByRole("dialog", { name: /^Picture/ });
  await expect(viewer.getByRole("img", { name: "The small one" })).toBeVisible();
  await expect(viewer.getByText("1 of 2")).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect(viewer.getByRole("img", { name: "The larger one" })).toBeVisible();
  await expect(viewer.getByRole("button", { name: "Next picture" })).toBeDisabled();
  await viewer.getByRole("img").click();
  await expect(page).toHaveURL("/");
  await page.keyboard.press("Escape");
  await expect(viewer).toBeHidden();
  await expect(first).toBeFocused();
});

/** A picture drawn by the page itself, dropped on the form or pasted into it. */
async function give(page: Page, how: "drop" | "paste"): Promise<void> {
  const form = page.getByRole("form", { name: "Write a post" });
  const before = await form.getByRole("listitem").count();
  const data = await page.evaluateHandle(async () => {
    const canvas = document.createElement("canvas");
    const blob = await new Promise<Blob | null>((drawn) => canvas.toBlob(drawn));
    const transfer = new DataTransfer();
    transfer.items.add(new File([blob!], "drawn.png", { type: "image/png" }));
    return transfer;
  });
  if (how === "drop") await form.dispatchEvent("drop", { dataTransfer: data });
  else
    await page
      .getByLabel("Your post")
      .evaluate(
        (box, clipboardData) =>
          void box.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true })),
        data,
      );
  await expect(form.getByRole("listitem")).toHaveCount(before + 1);
}

test("a member shows themselves by a picture of their own, everywhere, and by the drawn one again", async ({
  page,
  context,
}) => {
  const { handle } = await joinAs(context, "Portrait");
  await page.goto("/settings/profile");
  const own = page.getByRole("group", { name: "Your picture" });
  const shown = page.getByRole("button", { name: "Account menu" }).locator("img");
  await expect(shown).toHaveAttribute("src", new RegExp(`/api/avatars/${handle}$`));
  await own.locator("input[type=file]").setInputFiles(LARGER);
  await expect(shown).toHaveAttribute("src", /\/api\/media\/media_\w+$/);
  expect(
    await shown.evaluate((image: HTMLImageElement) =>
      image.decode().then(() => [image.naturalWidth, image.naturalHeight]),
    ),
  ).toEqual([256, 256]);
  await own.getByRole("button", { name: "Remove" }).click();
  await expect(shown).toHaveAttribute("src", new RegExp(`/api/avatars/${handle}$`));
});
