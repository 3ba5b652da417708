import { expect, test } from "vitest";
import { closeAccount } from "@/lib/domain/accounts/lifecycle/closing";
import { publishBuild } from "@/lib/domain/writing/builds/commands";
import { type Context, inTransaction } from "@/lib/domain/kernel/context";
import { followUser } from "@/lib/domain/people/graph/commands";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { createRoom } from "@/lib/domain/play/rooms/commands";
import { joinRoom } from "@/lib/domain/play/rooms/membership";
import { suspendAccount } from "@/lib/domain/people/moderation/sanctions";
import { newRoom } from "@/lib/domain/play/rooms/schema";
import { removeAvatar } from "@/lib/domain/accounts/users/avatar";
import { changeAccount } from "@/lib/domain/accounts/users/profile";
import { createEndpoint } from "@/lib/domain/consequences/webhooks/commands";
import { database } from "@/lib/infra/database/db";
import { expectSound, newLeaver, password } from "@/tests/lib/domain/accounts/lifecycle/leaver";
import { BUILD_DRAFT } from "@/tests/support/builds";
import { newPerson } from "@/tests/support/people";

test("an act that was admitted before its account was closed leaves nothing that closing removes", async () => {
  const [leaver, friend] = [await newLeaver(), await newPerson()];
  const { code } = await createRoom(friend, newRoom.parse({ name: "A room" }), {});
  await closeAccount(leaver, { password });
  const acts = [
    () => createPost(leaver, { content: "Too late", audience: "PUBLIC" }),
    () => followUser(leaver, { handle: friend.actor.handle }),
    () => createRoom(leaver, newRoom.parse({ name: "Another" }), {}),
    () => joinRoom(leaver, { code }, { passwordHash: null }),
    () => publishBuild(leaver, BUILD_DRAFT),
    () => changeAccount(leaver, { name: "Still me", bio: "Here" }),
    () => removeAvatar(leaver),
    () => createEndpoint(leaver, { url: "https://127.0.0.1:65535/hooks", events: ["*"] }),
  ];
  for (const act of acts) await expect(act()).rejects.toMatchObject({ code: "signed_out" });
  await expect(
    createPost({ ...leaver, channel: "api" }, { content: "Too late", audience: "PUBLIC" }),
  ).rejects.toMatchObject({ code: "invalid_key" });
  const { id } = leaver.actor;
  const { prisma } = database();
  expect(await prisma.post.count({ where: { authorId: id } })).toBe(0);
  expect(await prisma.follow.count({ where: { followerId: id } })).toBe(0);
  expect(await prisma.roomMember.count({ where: { userId: id } })).toBe(0);
  await expectSound();
});

test("an act that was admitted before its account was suspended leaves nothing that suspending removes", async () => {
  const [offender, friend] = [await newPerson(), await newPerson()];
  const { code } = await createRoom(friend, newRoom.parse({ name: "A room" }), {});
  await inTransaction(offender, (tx) => suspendAccount(tx, null));
  const acts = [
    (ctx: Context) => joinRoom(ctx, { code }, { passwordHash: null }),
    (ctx: Context) => createRoom(ctx, newRoom.parse({ name: "Another" }), {}),
    (ctx: Context) => createEndpoint(ctx, { url: "https://127.0.0.1:65535/hooks", events: ["*"] }),
  ];
  for (const act of acts) {
    await expect(act(offender)).rejects.toMatchObject({ code: "signed_out" });
    await expect(act({ ...offender, channel: "api" })).rejects.toMatchObject({ code: "account_suspended" });
  }
});
