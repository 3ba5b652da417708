import fs from "node:fs";
import path from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { joinAs } from "@/tests/support/member";
import { post } from "@/tests/support/posts-by-session";
import { SLOW } from "@/tests/support/slow";

const SMALL = path.resolve("public/icon-192.png");
const LARGER = path.resolve("public/icon-512.png");

test("pictures are added by choosing, dropping and pasting, at most four, in that order", async ({ page, context }) => {
  await joinAs(context, "Collagist");
  await page.goto("/");
  await page.getByLabel("Add pictures").setInputFiles(SMALL);
  await expect(page.getByRole("list", { name: "Pictures" }).getByRole("listitem")).toHaveCount(1);
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
  "files that are too large or not pictures are rejected by name, and not uploaded",
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
  "a file that only pretends to be a picture is rejected in place, and can be removed",
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

test("a post's pictures open in a viewer, are stepped through by arrows, and closing returns the focus", async ({
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

  await first.click();
  await viewer.getByRole("button", { name: "Zoom" }).click();
  await expect(viewer.getByRole("button", { name: "Zoom" })).toHaveAttribute("aria-pressed", "true");
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL("/");
  await expect(first).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a picture fills the screen, is zoomed by a double tap, and closed by a swipe", async ({ page, context }) => {
    await joinAs(context, "Swiper");
    await post(context, { content: "A board", media_ids: [await uploaded(context, LARGER, "A brass board")] });
    await page.goto("/");
    await page.getByRole("feed").getByRole("link", { name: "A brass board" }).tap();
    const viewer = page.getByRole("dialog", { name: /^Picture/ });
    const image = viewer.getByRole("img", { name: "A brass board" });
    await expect(viewer.getByText("A brass board")).toBeVisible();
    const width = async () => (await image.boundingBox())?.width ?? 0;
    await expect.poll(width).toBe(390);
    for (const _ of ["first", "second"]) await page.touchscreen.tap(195, 422);
    await expect.poll(width).toBeGreaterThan(390 * 2);
    await viewer.getByRole("button", { name: "Zoom" }).tap();
    await expect.poll(width).toBe(390);
    await swipeDown(page);
    await expect(viewer).toBeHidden();
    await expect(page).toHaveURL("/");
  });
});

test("a picture is taken out of a post that is edited, and is gone after saving", async ({ page, context }) => {
  await joinAs(context, "Remover");
  const media_ids = [
    await uploaded(context, SMALL, "The small one"),
    await uploaded(context, LARGER, "The larger one"),
  ];
  const id = await post(context, { content: "Two icons", media_ids });
  await page.goto(`/posts/${id}`);
  await page.getByRole("button", { name: "More about this post" }).first().click();
  await page.getByRole("menuitem", { name: "Edit", exact: true }).click();
  const form = page.getByRole("form", { name: "Edit your post" });
  await form.getByRole("button", { name: "Take picture 1 out" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form).toBeHidden();
  for (const _ of ["at once", "later"]) {
    await expect(page.getByRole("link", { name: "The larger one" })).toBeVisible();
    await expect(page.getByRole("link", { name: "The small one" })).toBeHidden();
    await page.reload();
  }
  expect((await context.request.get(`/api/media/${media_ids[0]}`)).status()).toBe(404);
});

async function uploaded({ request }: BrowserContext, file: string, alt: string): Promise<string> {
  const buffer = fs.readFileSync(file);
  const answer = await request.post("/api/images", {
    multipart: { image: { name: "a.png", mimeType: "image/png", buffer }, alt },
  });
  return ((await answer.json()) as { id: string }).id;
}

/** What a finger does: Playwright only taps. */
async function swipeDown(page: Page): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const at = (type: string, y?: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type: type as "touchStart",
      touchPoints: y === undefined ? [] : [{ x: 195, y }],
    });
  await at("touchStart", 300);
  for (let y = 330; y <= 700; y += 30) await at("touchMove", y);
  await at("touchEnd");
}

/** A picture generated by the page, dropped on the form or pasted into it. */
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

test("a member's own profile picture is shown everywhere, and then the generated one again", async ({
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
