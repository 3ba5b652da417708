import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/context";
import { expireMedia } from "@/lib/domain/media/expiry";
import { fileAppeal } from "@/lib/domain/moderation/appeals";
import { decideReport } from "@/lib/domain/moderation/decisions";
import { releaseReportedMedia } from "@/lib/domain/moderation/retention";
import { REPORTED_MEDIA_RETENTION_DAYS } from "@/lib/domain/moderation/rules";
import { createPost, deletePost } from "@/lib/domain/posts/commands";
import { database } from "@/lib/infra/db";
import { later, newPerson } from "@/tests/support/people";
import { newStaff, reported } from "./staff";

const DAY_SECONDS = 86_400;

/** A post with an image that was reported, and then deleted by its author. */
async function reportedImage(author: Context) {
  const post = await createPost(author, { content: "Look", audience: "PUBLIC" });
  const mediaId = `med_${post.id}`;
  const file = { contentType: "image/webp", width: 1, height: 1, bytes: 1, storageKey: mediaId };
  const place = { ownerId: author.actor.id, postId: post.id, position: 0, alt: "", createdAt: author.now };
  await database().prisma.media.create({ data: { id: mediaId, ...file, ...place } });
  const reportId = await reported("post", post.id);
  await deletePost(author, post);
  return { mediaId, reportId };
}

/** Whether the image is there after retention ran some days from now. */
async function isKept(mediaId: string, days: number): Promise<boolean> {
  const then = later(await newPerson(), days * DAY_SECONDS);
  await releaseReportedMedia(then);
  await expireMedia(then);
  return (await database().prisma.media.count({ where: { id: mediaId } })) > 0;
}

test("images of a deleted post are kept until its report was decided, and some time longer", async () => {
  const { mediaId, reportId } = await reportedImage(await newPerson());
  expect(await isKept(mediaId, 10 * REPORTED_MEDIA_RETENTION_DAYS)).toBe(true);
  await decideReport(await newStaff(), { id: reportId, action: "dismiss", reason: "Fine" });
  expect(await isKept(mediaId, REPORTED_MEDIA_RETENTION_DAYS - 1)).toBe(true);
  expect(await isKept(mediaId, REPORTED_MEDIA_RETENTION_DAYS + 1)).toBe(false);
});

test("they are kept as long as an appeal is open", async () => {
  const author = await newPerson();
  const { mediaId, reportId } = await reportedImage(author);
  const { decision } = await decideReport(await newStaff(), { id: reportId, action: "warn", reason: "Careful" });
  await fileAppeal(author, { decisionId: decision!.id, content: "It was fine" });
  expect(await isKept(mediaId, 10 * REPORTED_MEDIA_RETENTION_DAYS)).toBe(true);
});
