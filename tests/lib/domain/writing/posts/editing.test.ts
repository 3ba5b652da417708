import { beforeEach, describe, expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { likePost } from "@/lib/domain/writing/engagement/commands";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { openImage } from "@/lib/domain/writing/media/queries";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { editPost, listVersions } from "@/lib/domain/writing/posts/editing";
import { getPost } from "@/lib/domain/writing/posts/queries";
import { EDIT_WINDOW_MS, MAX_CONTENT, postVersion } from "@/lib/domain/writing/posts/rules";
import { postChanges } from "@/lib/domain/writing/posts/schema";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { newImage } from "@/tests/support/images";
import { later, newPerson } from "@/tests/support/people";

let author: Context;
let id: string;

beforeEach(async () => {
  author = await newPerson();
  ({ id } = await createPost(author, { content: "Hello wrold", audience: "PUBLIC" }));
});

const eventsOf = async ({ actor }: Context) =>
  (await database().prisma.event.findMany({ where: { userId: actor.id }, orderBy: { position: "asc" } })).map(
    ({ name }) => name,
  );
const said = async (reader: Context, limit = 50) =>
  (await listVersions(reader, { id, limit })).data.map(({ version, content }) => [version, content]);

describe("an edit", () => {
  test("changes what everybody reads, and records one event and no XP", async () => {
    const { xp } = await database().prisma.user.findUniqueOrThrow({ where: { id: author.actor.id } });
    const edited = await editPost(later(author, 60), { id, content: "Hello world" });
    expect(edited).toMatchObject({ content: "Hello world", editedAt: later(author, 60).now.toISOString() });
    expect(await getPost(await newPerson({ afterCommit: () => undefined }), { id })).toEqual(edited);
    expect(await eventsOf(author)).toEqual(["post.created", "post.updated"]);
    expect(await database().prisma.user.findUniqueOrThrow({ where: { id: author.actor.id } })).toMatchObject({ xp });
  });

  test("keeps every version with its time, for everybody who may read the post", async () => {
    const image = await newImage(author);
    ({ id } = await createPost(author, { content: "one", media_ids: [image], audience: "FOLLOWERS" }));
    await editPost(later(author, 10), { id, content: "two" });
    await editPost(later(author, 20), { id, media: [{ id: image, alt: "A peg" }] });
    expect((await listVersions(author, { id, limit: 50 })).data).toEqual([
      {
        version: 3,
        warning: null,
        content: "two",
        media: [{ id: image, alt: "A peg" }],
        createdAt: later(author, 20).now.toISOString(),
      },
      {
        version: 2,
        content: "two",
        warning: null,
        media: [{ id: image, alt: "" }],
        createdAt: later(author, 10).now.toISOString(),
      },
      {
        version: 1,
        content: "one",
        warning: null,
        media: [{ id: image, alt: "" }],
        createdAt: author.now.toISOString(),
      },
    ]);
    await expect(said(await newPerson())).rejects.toMatchObject({ code: "not_found" });
    await deletePost(author, { id });
    await expect(said(author)).rejects.toMatchObject({ code: "not_found" });
  });

  test("that changes nothing leaves no version and no event", async () => {
    for (const changes of [{}, { content: "Hello wrold" }, { media: [] }]) await editPost(author, { id, ...changes });
    expect(await said(author)).toEqual([[1, "Hello wrold"]]);
    expect(await eventsOf(author)).toEqual(["post.created"]);
  });

  test("is for its author only, for a day, and not after the post is deleted", async () => {
    const change = { id, content: "Mine now" };
    await expect(editPost(await newPerson(), change)).rejects.toMatchObject({ code: "not_found" });
    await editPost(later(author, EDIT_WINDOW_MS / 1000 - 1), { id, content: "In time" });
    await expect(editPost(later(author, EDIT_WINDOW_MS / 1000), change)).rejects.toMatchObject({ code: "conflict" });
    await deletePost(author, { id });
    await expect(editPost(author, change)).rejects.toMatchObject({ code: "not_found" });
  });

  test("of two based on the same version, one succeeds and the other is rejected", async () => {
    const versions = [postVersion(await getPost(author, { id }))];
    const tries = await Promise.allSettled(
      ["a", "b", "c", "d"].map((content) => editPost(author, { id, content, versions })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const attempt of tries)
      if (attempt.status === "rejected") expect(attempt.reason).toMatchObject({ code: "precondition_failed" });
    expect(await said(author)).toHaveLength(2);
  });

  test("depends only on the content: a like in between does not conflict", async () => {
    const versions = [postVersion(await getPost(author, { id }))];
    await likePost(await newPerson(), { id });
    await expect(editPost(author, { id, content: "Still mine", versions })).resolves.toMatchObject({
      metrics: { likes: 1 },
    });
    await expect(editPost(author, { id, content: "Again", versions })).rejects.toMatchObject({
      code: "precondition_failed",
    });
  });

  test("without a version follows the latest: nothing is missing from history and webhooks", async () => {
    const endpoint = await createEndpoint(author, { url: "https://example.com/hook", events: ["post.updated"] });
    await Promise.all(["a", "b", "c", "d", "e"].map((content) => editPost(author, { id, content })));
    const versions = await said(author);
    expect(versions.map(([version]) => version)).toEqual([6, 5, 4, 3, 2, 1]);
    expect(versions.map(([, content]) => content).toSorted()).toEqual(["Hello wrold", "a", "b", "c", "d", "e"]);
    const times = (await listVersions(author, { id, limit: 50 })).data.map(({ createdAt }) => createdAt);
    expect(new Set(times).size).toBe(6);
    const deliveries = await database().prisma.delivery.findMany({
      where: { endpointId: endpoint.id },
      orderBy: { sequence: "asc" },
    });
    expect(deliveries.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    const events = await database().prisma.event.findMany({
      where: { userId: author.actor.id, name: "post.updated" },
      orderBy: { position: "asc" },
    });
    expect(deliveries.map(({ eventId }) => eventId)).toEqual(events.map((event) => event.id));
  });

  test("notifies people newly mentioned, and retracts unread notifications of others", async () => {
    const [ada, ben, cleo] = [await newPerson(), await newPerson(), await newPerson()];
    ({ id } = await createPost(author, { content: `@${ada.actor.handle} @${ben.actor.handle}`, audience: "PUBLIC" }));
    await editPost(author, { id, content: `@${ben.actor.handle} and @${cleo.actor.handle}` });
    const notificationsOf = async (reader: Context) =>
      (await listNotifications(reader, { limit: 50 })).data.map(({ type, preview }) => [type, preview]);
    expect(await notificationsOf(ada)).toEqual([]);
    for (const reader of [ben, cleo])
      expect(await notificationsOf(reader)).toEqual([["MENTION", `@${ben.actor.handle} and @${cleo.actor.handle}`]]);
  });

  test("is found by its new content", async () => {
    await editPost(author, { id, content: "Xylophone" });
    const [row] = await database().prisma.$queryRaw<{ found: boolean }[]>`
      SELECT "searchVector" @@ to_tsquery('english', 'xylophone') AS found FROM "Post" WHERE id = ${id}`;
    expect(row).toEqual({ found: true });
  });

  test("names every bad field, and changes nothing", async () => {
    await expect(editPost(author, { id, content: "", media: [{ id: "media_none", alt: "x" }] })).rejects.toMatchObject({
      details: { issues: [{ param: "content" }, { param: "media[0].id" }] },
    });
    const tooLong = "x".repeat(MAX_CONTENT + 1);
    expect(postChanges.safeParse({ content: tooLong, audience: "PRIVATE" }).error?.issues).toHaveLength(2);
    expect(await said(author)).toEqual([[1, "Hello wrold"]]);
  });

  test("takes images out of a post, for good, and the history keeps what their texts said", async () => {
    const [kept, taken] = [await newImage(author), await newImage(author)];
    ({ id } = await createPost(author, { content: "Two boards", media_ids: [taken, kept], audience: "PUBLIC" }));
    await editPost(later(author, 10), { id, media: [{ id: taken, alt: "A board" }] });
    const edited = await editPost(later(author, 20), {
      id,
      media: [{ id: kept, alt: "The other" }],
      remove_media_ids: [taken],
    });
    expect(edited.media).toMatchObject([{ id: kept, alt: "The other" }]);
    expect(await getPost(await newPerson(), { id })).toMatchObject({ media: [{ id: kept }] });
    await expect(openImage(later(author, 20), { id: taken })).rejects.toMatchObject({ code: "not_found" });
    expect((await listVersions(author, { id, limit: 50 })).data.map(({ media }) => media)).toEqual([
      [{ id: kept, alt: "The other" }],
      [
        { id: kept, alt: "" },
        { id: taken, alt: "A board" },
      ],
      [
        { id: kept, alt: "" },
        { id: taken, alt: "" },
      ],
    ]);
  });

  test("takes out no image of another post, and not the last one of a post without text", async () => {
    const [own, elsewhere] = [await newImage(author), await newImage(author)];
    await createPost(author, { content: "Elsewhere", media_ids: [elsewhere], audience: "PUBLIC" });
    ({ id } = await createPost(author, { media_ids: [own], audience: "PUBLIC" }));
    const refused = (changes: object) =>
      editPost(author, { id, ...changes }).catch(({ details }) => details as unknown);
    expect(await refused({ remove_media_ids: [own, elsewhere] })).toMatchObject({
      issues: [{ param: "content" }, { param: "remove_media_ids[1]" }],
    });
    expect(await getPost(author, { id })).toMatchObject({ media: [{ id: own }], editedAt: null });
    expect(await openImage(author, { id: elsewhere })).toMatchObject({ isPublic: true });
  });

  test("of a post with comments does not change them or their count", async () => {
    await addComment(await newPerson(), { id, content: "A word" });
    expect(await editPost(author, { id, content: "Other words" })).toMatchObject({ metrics: { comments: 1 } });
  });
});
