import { describe, expect, test } from "vitest";
import { addComment } from "@/lib/domain/writing/comments/commands";
import { triggerEvent } from "@/lib/domain/consequences/events/trigger";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { openImage } from "@/lib/domain/writing/media/queries";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { getReport, getReportContext, listReports } from "@/lib/domain/people/moderation/queries";
import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { newReport } from "@/lib/domain/people/moderation/schema";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { removeMember } from "@/lib/domain/play/rooms/membership";
import { sendMessage } from "@/lib/domain/play/rooms/messages";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { prepareAvatar, setAvatar } from "@/lib/domain/accounts/users/avatar";
import { png } from "@/tests/lib/domain/writing/media/images";
import { newImage } from "@/tests/support/images";
import { newBuild } from "@/tests/support/builds";
import { later, newPerson } from "@/tests/support/people";
import { roomOfTwo } from "../../play/rooms/people";
import { newStaff, reported } from "./staff";

const spam = (type: "post" | "comment" | "build" | "message" | "user", id: string) =>
  ({ subject: { type, id }, reason: "spam" }) as const;

describe("a report", () => {
  test("keeps the text, author and images of its subject after their deletion", async () => {
    const [author, reader, moderator] = [await newPerson({ name: "Ada" }), await newPerson(), await newStaff()];
    const image = await newImage(author, { alt: "a threat" });
    const post = await createPost(author, { content: "Something bad", audience: "PUBLIC", media_ids: [image] });
    const { id } = await fileReport(reader, { ...spam("post", post.id), comment: "Look" });
    await deletePost(author, post);
    await expireMedia(later(author, 60));
    expect(await getReport(moderator, { id })).toMatchObject({
      comment: "Look",
      reporter: { id: reader.actor.id },
      account: { id: author.actor.id },
      snapshot: { content: "Something bad", author: { name: "Ada" }, media: [{ id: image, alt: "a threat" }] },
    });
    await expect(openImage(reader, { id: image })).rejects.toMatchObject({ code: "not_found" });
    expect(await openImage(moderator, { id: image })).toMatchObject({ isPublic: false });
  });

  test("of a person keeps the profile picture that they had", async () => {
    const [author, reader, moderator] = [await newPerson(), await newPerson(), await newStaff()];
    const choose = async () => setAvatar(author, {}, await prepareAvatar(author, { file: { bytes: await png() } }));
    const { image } = await choose();
    const { id } = await fileReport(reader, spam("user", author.actor.id));
    await choose();
    await expireMedia(later(author, 60));
    const { snapshot } = await getReport(moderator, { id });
    expect(snapshot.media).toMatchObject([{ url: image, alt: "Profile picture" }]);
    expect(await openImage(moderator, { id: snapshot.media[0]!.id })).toMatchObject({ isPublic: false });
    await expect(openImage(reader, { id: snapshot.media[0]!.id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("of one subject by one person is unique, also under concurrency, until it is decided", async () => {
    const [author, reader, moderator] = [await newPerson(), await newPerson(), await newStaff()];
    const post = await createPost(author, { content: "Again and again", audience: "PUBLIC" });
    const all = await Promise.all(Array.from({ length: 10 }, () => fileReport(reader, spam("post", post.id))));
    expect(new Set(all.map(({ id }) => id)).size).toBe(1);
    await decideReport(moderator, { id: all[0]!.id, action: "dismiss", reason: "Fine" });
    expect((await fileReport(reader, spam("post", post.id))).id).not.toBe(all[0]!.id);
  });

  test("can be about a comment, a build, a message and a person", async () => {
    const { host, guest, code } = await roomOfTwo();
    const post = await createPost(host, { content: "Hello", audience: "PUBLIC" });
    const comment = await addComment(host, { id: post.id, content: "A comment" });
    const message = await sendMessage(host, { code, content: "A message" });
    const build = await newBuild(host, { description: "A build" });
    const moderator = await newStaff();
    for (const [type, id, content] of [
      ["comment", comment.id, "A comment"],
      ["message", message.id, "A message"],
      ["build", build, "A build"],
      ["user", host.actor.id, ""],
    ] as const) {
      const report = await getReport(moderator, await fileReport(guest, spam(type, id)));
      expect(report).toMatchObject({ subject: { type }, account: { id: host.actor.id } });
      expect(report.snapshot.content).toContain(content);
    }
    const outsider = await newPerson();
    await expect(fileReport(outsider, spam("message", message.id))).rejects.toMatchObject({ code: "not_found" });
  });

  test("of something hidden from the reporter is not found, like a missing one; one's own is invalid", async () => {
    const [author, reader] = [await newPerson(), await newPerson()];
    const hidden = await createPost(author, { content: "Mine", audience: "PRIVATE" });
    const gone = await createPost(author, { content: "Gone", audience: "PUBLIC" });
    await deletePost(author, gone);
    for (const id of [hidden.id, gone.id, "post_none"])
      await expect(fileReport(reader, spam("post", id)), id).rejects.toMatchObject({ code: "not_found" });
    await expect(fileReport(author, spam("post", hidden.id))).rejects.toMatchObject({ code: "invalid_request" });
    await expect(fileReport(reader, spam("user", "user_pegboard"))).rejects.toMatchObject({ code: "not_found" });
  });

  test("can be about what its author showed before blocking the reporter, and nothing else of theirs", async () => {
    const { host, guest, code } = await roomOfTwo();
    const own = await createPost(guest, { content: "Mine", audience: "PUBLIC" });
    const comment = await addComment(host, { id: own.id, content: "A threat" });
    const mention = await createPost(host, { content: `@${guest.actor.handle} beware`, audience: "PUBLIC" });
    const unseen = await createPost(host, { content: "Somewhere else", audience: "PUBLIC" });
    const message = await sendMessage(host, { code, content: "A message" });
    await removeMember(host, { code, userId: guest.actor.id, ban: true });
    await blockUser(host, { handle: guest.actor.handle });
    const shown = [
      ["comment", comment.id],
      ["post", mention.id],
      ["message", message.id],
      ["user", host.actor.id],
    ] as const;
    for (const [type, id] of shown) expect(await fileReport(guest, spam(type, id))).toEqual({ id: expect.any(String) });
    await expect(fileReport(guest, spam("post", unseen.id))).rejects.toMatchObject({ code: "not_found" });
    const bystander = await newPerson();
    await blockUser(host, { handle: bystander.actor.handle });
    // A test event, whose data is the bystander's own, is no proof of having seen anything.
    const data = { postId: mention.id, commentId: comment.id, userId: host.actor.id };
    await triggerEvent(bystander, { event: "incoming.mention", data });
    for (const [type, id] of shown.filter(([type]) => type !== "comment"))
      await expect(fileReport(bystander, spam(type, id)), type).rejects.toMatchObject({ code: "not_found" });
  });

  test("names every invalid field", () => {
    const { error } = newReport.safeParse({
      subject: { type: "planet", id: "" },
      reason: "dull",
      comment: "x".repeat(501),
    });
    expect(error?.issues.map(({ path }) => path.join("."))).toEqual([
      "subject.type",
      "subject.id",
      "reason",
      "comment",
    ]);
  });
});

describe("the queue", () => {
  test("shows reporters to moderators, but not the reporters of the moderator's own account", async () => {
    const [moderator, other, person] = [await newStaff(), await newStaff("ADMIN"), await newPerson()];
    const id = await reported("user", moderator.actor.id, person);
    const seenBy = async (who: typeof moderator) =>
      (await listReports(who, { status: "open", limit: 50 })).data.some((report) => report.id === id);
    expect([await seenBy(other), await seenBy(moderator)]).toEqual([true, false]);
    expect(await getReport(other, { id })).toMatchObject({ reporter: { id: person.actor.id } });
    for (const read of [getReport, getReportContext])
      await expect(read(moderator, { id })).rejects.toMatchObject({ code: "not_found" });
  });

  test("is for moderators only, and pages through reports of one status, reason and type", async () => {
    const [author, moderator] = [await newPerson(), await newStaff()];
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.unshift(await reported("user", author.actor.id));
    const open = { status: "open", reason: "spam", type: "user" } as const;
    const listed: string[] = [];
    for (let cursor: string | undefined, more = true; more;) {
      const page = await listReports(moderator, { ...open, limit: 2, cursor });
      listed.push(...page.data.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
      more = cursor !== undefined;
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).toEqual(expect.arrayContaining(ids));
    for (const other of [{ type: "message" }, { reason: "hate" }, { status: "acted" }] as const)
      expect((await listReports(moderator, { ...open, ...other, limit: 50 })).data.map(({ id }) => id)).not.toEqual(
        expect.arrayContaining([ids[0]]),
      );
    await expect(listReports(author, { ...open, limit: 3 })).rejects.toMatchObject({ code: "forbidden" });
    await expect(getReport(author, { id: ids[0]! })).rejects.toMatchObject({ code: "forbidden" });
  });
});
