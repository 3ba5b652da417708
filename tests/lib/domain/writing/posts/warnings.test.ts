import { beforeEach, describe, expect, test } from "vitest";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import type { Context } from "@/lib/domain/kernel/context";
import { muteWord } from "@/lib/domain/people/safety/words";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { editPost, listVersions } from "@/lib/domain/writing/posts/editing";
import { getPost, listFeed } from "@/lib/domain/writing/posts/queries";
import { MAX_WARNING } from "@/lib/domain/writing/posts/rules";
import { newPost, postChanges } from "@/lib/domain/writing/posts/schema";
import { newImage } from "@/tests/support/images";
import { newPerson } from "@/tests/support/people";

let ada: Context;
let ben: Context;
beforeEach(async () => {
  [ada, ben] = [await newPerson(), await newPerson()];
});

const page = { limit: 50 };
const write = (content: string, warning?: string | null) => createPost(ada, { content, audience: "PUBLIC", warning });

describe("a warning", () => {
  test("is a field of the post, and null where there is none", async () => {
    const { id } = await write("It was the gardener", "How it ends");
    expect((await getPost(ben, { id })).warning).toBe("How it ends");
    expect((await getPost(ben, await write("Plain"))).warning).toBeNull();
    expect((await getPost(ben, await write("Plain", null))).warning).toBeNull();
  });

  test("is added, changed and taken away by edits, which its history shows", async () => {
    const { id } = await write("It was the gardener");
    expect((await editPost(ada, { id, warning: "How it ends" })).warning).toBe("How it ends");
    const same = await editPost(ada, { id, warning: "How it ends" });
    expect((await editPost(ada, { id, content: "It was the cook" })).warning, "an edit of the text keeps it").toBe(
      "How it ends",
    );
    expect((await editPost(ada, { id, warning: null })).warning).toBeNull();
    const versions = (await listVersions(ben, { id, ...page })).data.map(({ content, warning }) => [content, warning]);
    expect(versions).toEqual([
      ["It was the cook", null],
      ["It was the cook", "How it ends"],
      ["It was the gardener", "How it ends"],
      ["It was the gardener", null],
    ]);
    expect(same.editedAt).not.toBeNull();
  });

  test.each([
    ["longest", "x".repeat(MAX_WARNING), "x".repeat(MAX_WARNING)],
    ["trimmed", "  Two   words ", "Two words"],
    ["none", null, null],
  ])("is accepted if it is %s", (_how, given, stored) => {
    expect(newPost.parse({ content: "x", warning: given }).warning).toBe(stored);
    expect(postChanges.parse({ warning: given }).warning).toBe(stored);
  });

  test.each(["", "   ", "x".repeat(MAX_WARNING + 1), "\u200B", "a\u202Eb", "a\nb\u0000", 7])(
    "is refused if it is %j, by name",
    (warning) => {
      for (const [schema, rest] of [
        [newPost, { content: "x" }],
        [postChanges, {}],
      ] as const) {
        const { success, error } = schema.safeParse({ ...rest, warning });
        expect([success, error?.issues[0]?.path]).toEqual([false, ["warning"]]);
      }
    },
  );

  test("stands in a notification for the text that is behind it", async () => {
    const mention = `@${ben.actor.handle} it was the gardener`;
    const { id } = await write(mention, "How it ends");
    const previews = async () => (await listNotifications(ben, page)).data.map(({ preview }) => preview);
    expect(await previews()).toEqual(["How it ends"]);
    await editPost(ada, { id, content: `${mention}!` });
    expect(await previews()).toEqual(["How it ends"]);
    await createPost(ada, { content: "Again", audience: "PUBLIC", warning: "A quote", quote_id: (await own()).id });
    expect(await previews()).toContain("A quote");
  });
  const own = () => createPost(ben, { content: "Worth quoting", audience: "PUBLIC" });

  test("stands in a link's preview for what is behind it, pictures too", async () => {
    const image = await newImage(ada);
    const secret = await createPost(ada, {
      content: "It was the gardener",
      audience: "PUBLIC",
      media_ids: [image],
      warning: "How it ends",
    });
    const link = await createPost(ben, { content: `/posts/${secret.id}`, audience: "PUBLIC" });
    expect((await getPost(ada, link)).preview).toMatchObject({ description: "How it ends", image: null });
  });

  test("is looked through for muted words", async () => {
    const { id } = await write("It was the gardener", "A spoiler");
    await muteWord(ben, { phrase: "spoiler" });
    expect((await listFeed(ben, page)).data.map((post) => post.id)).not.toContain(id);
  });
});
