import sharp from "sharp";
import { expect, test } from "vitest";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { newAccount } from "@/tests/support/api-accounts";
import { BASE_URL, send } from "@/tests/support/api";
import { eventually } from "@/tests/support/eventually";

test("the card of a post is drawn in any script, and sent to many clients at once", async () => {
  const ada = await newAccount();
  const { id } = await createPost(ada.ctx(), { content: "1️⃣ 🚀 我爱编程 مرحبا 𓀀 ok", audience: "PUBLIC" });
  const page = await send(`/posts/${id}`);
  const [, address] = /property="og:image" content="([^"]+)"/.exec(page.text)!;
  const { pathname, search } = new URL(address!);
  // While it is drawn, a busy server defers a crowd: tests/app/cards/card.test.ts tests what they share then.
  await eventually(async () => expect((await send(pathname + search)).status).toBe(200));
  const cards = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const response = await fetch(new URL(pathname + search, BASE_URL));
      return {
        status: response.status,
        type: response.headers.get("content-type"),
        cache: response.headers.get("cache-control"),
        etag: response.headers.get("etag"),
        bytes: Buffer.from(await response.arrayBuffer()),
      };
    }),
  );
  for (const { status, type, cache } of cards)
    expect([status, type, cache]).toEqual([200, "image/png", "public, max-age=30, must-revalidate"]);
  expect(await sharp(cards[0]!.bytes).metadata()).toMatchObject({ width: 1200, height: 630 });
  const again = () => send(pathname + search, { headers: { "If-None-Match": cards[0]!.etag! } });
  expect((await again()).status).toBe(304);
  await deletePost(ada.ctx(), { id });
  expect((await again()).status).toBe(404);
});
