import { beforeAll, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { findPosts, searchPosts } from "@/lib/domain/people/search/queries";
import { NEWEST_POSTS } from "@/lib/domain/people/search/rules";
import { blockUser, muteUser } from "@/lib/domain/people/safety/commands";
import { muteWord } from "@/lib/domain/people/safety/words";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";

let ada: Context;
let grace: Context;
let reader: Context;

const on = (person: Context, day: string): Context => ({ ...person, now: new Date(`${day}T12:00:00Z`) });

beforeAll(async () => {
  [ada, grace, reader] = [await newPerson(), await newPerson(), await newPerson()];
  const write = async (
    by: Context,
    day: string,
    content: string,
    { audience = "PUBLIC" as const, hasImage = false } = {},
  ) => createPost(on(by, day), { content, audience, media_ids: hasImage ? [await newImage(on(by, day))] : [] });
  await write(ada, "2025-03-01", "Gears of brass");
  await write(ada, "2025-03-02", "Brass gears, pictured", { hasImage: true });
  await write(grace, "2025-03-03", "Gears of oak, pictured", { hasImage: true });
  await write(grace, "2025-03-04", "A spring of brass");
  await createPost(on(ada, "2025-03-05"), { content: "Secret brass gears", audience: "PRIVATE" });
});

const found = async (q: string, as: Context = reader) =>
  (await searchPosts(as, { q, limit: 50 })).data.map(({ content }) => content);
const by = ({ actor }: Context) => `from:${actor.handle}`;

describe("posts", () => {
  test("are found by their author", async () => {
    expect(await found(by(ada))).toEqual(["Brass gears, pictured", "Gears of brass"]);
    expect(await found(`${by(grace)} gears`)).toEqual(["Gears of oak, pictured"]);
    expect(await found(`@${by(ada)} ring`)).toEqual([]);
    expect(await found(`${by(ada)} ras`)).toEqual(["Brass gears, pictured", "Gears of brass"]);
    expect(await found(`FROM:@${ada.actor.handle.toUpperCase()} "brass gears"`)).toEqual(["Brass gears, pictured"]);
    expect(await found("from:nobody_at_all")).toEqual([]);
  });

  test("are found by their images", async () => {
    expect(await found("has:image")).toEqual(["Gears of oak, pictured", "Brass gears, pictured"]);
    expect(await found("has:image brass")).toEqual(["Brass gears, pictured"]);
    expect(await found(`has:image ${by(grace)}`)).toEqual(["Gears of oak, pictured"]);
  });

  test("are found by their days, which are excluded", async () => {
    expect(await found("gears before:2025-03-03")).toEqual(["Brass gears, pictured", "Gears of brass"]);
    expect(await found("gears after:2025-03-01")).toEqual(["Gears of oak, pictured", "Brass gears, pictured"]);
    expect(await found("after:2025-03-01 before:2025-03-03")).toEqual(["Brass gears, pictured"]);
    expect(await found("after:2025-03-02 before:2025-03-01")).toEqual([]);
    expect(await found('"brass gears" after:2025-03-01')).toEqual(["Brass gears, pictured"]);
    expect(await found("brass has:image after:2025-03-01 before:2025-03-04")).toEqual(["Brass gears, pictured"]);
    expect(await found(`${by(grace)} after:2025-03-03`)).toEqual(["A spring of brass"]);
  });

  test("are found once over pages, with the same operators as by key", async () => {
    for (const q of ["gears before:2025-03-04", `${by(ada)} gears`, "has:image", "after:2025-03-01"]) {
      const contents: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await findPosts({ ...reader, channel: "api" }, { q, limit: 1, cursor });
        contents.push(...page.data.map(({ content }) => content));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect(contents).toEqual(await found(q));
    }
  });

  test("have cursors of one search alone", async () => {
    const { nextCursor: cursor } = await searchPosts(reader, { q: "gears", limit: 1 });
    for (const q of ["gears has:image", `gears ${by(ada)}`, "gears before:2025-03-04"])
      await expect(searchPosts(reader, { q, limit: 1, cursor: cursor! })).rejects.toMatchObject({
        code: "invalid_cursor",
      });
  });

  test("by somebody who is hidden from the viewer, or muted, are found as by a handle that nobody has", async () => {
    const viewers = [await newPerson(), await newPerson(), await newPerson()] as const;
    await blockUser(viewers[0], { handle: ada.actor.handle });
    await blockUser(ada, { handle: viewers[1].actor.handle });
    await muteUser(viewers[2], { handle: ada.actor.handle });
    const nobody = await searchPosts(reader, { q: "from:nobody_at_all", limit: 1 });
    for (const viewer of viewers)
      for (const q of [by(ada), `${by(ada)} gears`, `${by(ada)} has:image`])
        expect(await searchPosts(viewer, { q, limit: 1 })).toEqual(nobody);
  });

  test("with a muted word are not found", async () => {
    const viewer = await newPerson();
    await muteWord(viewer, { phrase: "pictured" });
    expect(await found(by(ada), viewer)).toEqual(["Gears of brass"]);
    expect(await found("has:image", viewer)).toEqual([]);
  });

  test("are found behind many others without an image, page by page", async () => {
    const author = await newPerson();
    const at = (index: number) => new Date(Date.UTC(2025, 5, 1) - index * 1000);
    const rows = Array.from({ length: NEWEST_POSTS }, (_, index) => ({
      id: `post_narrowed${String(index).padStart(6, "0")}`,
      authorId: author.actor.id,
      content: "Plain",
      createdAt: at(index),
    }));
    await database().prisma.post.createMany({ data: rows });
    const old = { ...author, now: at(NEWEST_POSTS + 10) };
    await createPost(old, { content: "Pictured", audience: "PUBLIC", media_ids: [await newImage(old)] });
    const q = `${by(author)} has:image`;
    const first = await searchPosts(reader, { q, limit: 10 });
    expect(first).toEqual({ data: [], nextCursor: expect.any(String) });
    const second = await searchPosts(reader, { q, limit: 10, cursor: first.nextCursor! });
    expect(second).toMatchObject({ data: [{ content: "Pictured" }], nextCursor: null });
  });
});
