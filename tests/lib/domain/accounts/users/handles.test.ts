import { describe, expect, test } from "vitest";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { deleteExpired } from "@/lib/domain/deployment/retention/commands";
import { getTimelinePost } from "@/lib/domain/writing/posts/timeline";
import { listReplies, listThreads } from "@/lib/domain/writing/comments/threads";
import { changeProfile, getProfile } from "@/lib/domain/accounts/users/profile";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { register } from "@/lib/domain/accounts/lifecycle/sign-up";
import { type Context, createContext } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { later, newPerson } from "@/tests/support/people";

const visitor = createContext({ actor: null, channel: "session" });
const password = "four words make one";
const DAY = 86_400;
let made = 0;
const fresh = () => `h_${++made}`;
const TAKEN = { code: "conflict", details: { issues: [{ param: "handle" }] } };

const registerAs = (handle: string, ctx = visitor) =>
  register(ctx, { name: "Taker", handle, email: `${handle}_${++made}@example.com`, password });

async function member(handle = fresh()): Promise<Context> {
  const { id } = await registerAs(handle);
  return createContext({
    actor: await database().prisma.user.findUniqueOrThrow({ where: { id } }),
    channel: "session",
  });
}

describe("a handle that was given up", () => {
  test("is reserved for its former owner for 90 days", async () => {
    const handle = fresh();
    const owner = await member(handle);
    await changeProfile(owner, { handle: fresh() });
    const other = await member();
    await expect(registerAs(handle)).rejects.toMatchObject(TAKEN);
    await expect(changeProfile(other, { handle })).rejects.toMatchObject(TAKEN);
    await expect(changeProfile(later(other, 90 * DAY - 60), { handle })).rejects.toMatchObject(TAKEN);
    expect(await changeProfile(later(other, 90 * DAY + 60), { handle })).toMatchObject({ handle });
  });

  test("can be reclaimed by its former owner", async () => {
    const handle = fresh();
    const owner = await member(handle);
    for (const next of [fresh(), handle, fresh(), handle])
      expect(await changeProfile(owner, { handle: next })).toMatchObject({ handle: next });
  });

  test("is reserved from the moment in which it is given up", async () => {
    for (let round = 0; round < 5; round++) {
      const handle = fresh();
      const owner = await member(handle);
      const [, ...takers] = await Promise.allSettled([
        changeProfile(owner, { handle: fresh() }),
        ...Array.from({ length: 4 }, () => registerAs(handle)),
      ]);
      expect(takers.map(({ status }) => status)).toEqual(Array(4).fill("rejected"));
    }
  });

  test("is reserved when the account is closed", async () => {
    const handle = fresh();
    await closeAccount(await member(handle), { password });
    await expect(registerAs(handle)).rejects.toMatchObject(TAKEN);
  });

  test("bounds reserved handles to five per account", async () => {
    const owner = await member();
    for (let n = 0; n < 5; n++) await changeProfile(owner, { handle: fresh() });
    await expect(changeProfile(owner, { handle: fresh() })).rejects.toMatchObject(TAKEN);
  });

  test("is deleted when its reservation ends", async () => {
    const handle = fresh();
    const owner = await member(handle);
    await changeProfile(owner, { handle: fresh() });
    const kept = () => database().prisma.releasedHandle.count({ where: { handle } });
    await deleteExpired(later(owner, 90 * DAY - 60));
    expect(await kept()).toBe(1);
    await deleteExpired(later(owner, 90 * DAY + 60));
    expect(await kept()).toBe(0);
  });
});

describe("a mention", () => {
  test("leads to the person who had the handle when it was written, whatever their handle now", async () => {
    const [author, ada] = [await newPerson(), await member("ada_one")];
    const { id } = await createPost(author, { content: "Hello @Ada_One and @nobody_here", audience: "PUBLIC" });
    expect(await getTimelinePost(author, { id })).toMatchObject({ mentions: { ada_one: "ada_one" } });
    await changeProfile(ada, { handle: "ada_two" });
    const taker = await member();
    await changeProfile(later(taker, 91 * DAY), { handle: "ada_one" });
    expect((await getTimelinePost(author, { id })).mentions).toEqual({ ada_one: "ada_two" });
  });

  test("is no link once its account is closed", async () => {
    const [author, ada] = [await newPerson(), await member()];
    const { id } = await createPost(author, { content: `Bye @${ada.actor.handle}`, audience: "PUBLIC" });
    await closeAccount(ada, { password });
    expect((await getTimelinePost(author, { id })).mentions).toEqual({});
  });

  test("is stored in comments, replies and bios as well", async () => {
    const [author, ada] = [await newPerson(), await member()];
    const was = ada.actor.handle;
    const post = await createPost(author, { content: "Nobody", audience: "PUBLIC" });
    const comment = await addComment(author, { id: post.id, content: `@${was}!` });
    await addComment(author, { id: post.id, content: `@${was}?`, parent_id: comment.id });
    await changeProfile(author, { bio: `Friend of @${was}` });
    const now = fresh();
    await changeProfile(ada, { handle: now });
    const expected = { [was]: now };
    const threads = await listThreads(author, { id: post.id, limit: 5 });
    expect(threads.data).toMatchObject([{ mentions: expected, replies: [{ mentions: expected }] }]);
    expect((await listReplies(author, { id: post.id, commentId: comment.id, limit: 5 })).data).toMatchObject([
      { mentions: expected },
    ]);
    expect(await getProfile(author, { id: author.actor.id })).toMatchObject({ bioMentions: expected });
    expect((await getTimelinePost(author, { id: post.id })).mentions).toBeNull();
  });

  test("works with the name of a built-in object property", async () => {
    const [author, odd] = [await newPerson(), await member("constructor")];
    const { id } = await createPost(author, { content: "@constructor @__proto__", audience: "PUBLIC" });
    const { mentions } = await getTimelinePost(author, { id });
    expect(Object.entries(mentions!)).toEqual([["constructor", odd.actor.handle]]);
  });
});
