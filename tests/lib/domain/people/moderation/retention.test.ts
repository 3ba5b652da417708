import { expect, test } from "vitest";
import type { Context } from "@/lib/domain/kernel/context";
import { expireMedia } from "@/lib/domain/writing/media/expiry";
import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { listOwnDecisions } from "@/lib/domain/people/moderation/own-decisions";
import { deleteOldReports, releaseReportedMedia } from "@/lib/domain/people/moderation/retention";
import { REPORT_RETENTION_DAYS, REPORTED_MEDIA_RETENTION_DAYS } from "@/lib/domain/people/moderation/rules";
import { createPost, deletePost } from "@/lib/domain/writing/posts/commands";
import { database } from "@/lib/infra/database/db";
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

/** Whether the image still exists after retention ran some days from now. */
async function isKept(mediaId: string, days: number): Promise<boolean> {
  const then = later(await newPerson(), days * DAY_SECONDS);
  await releaseReportedMedia(then);
  await expireMedia(then);
  return (await database().prisma.media.count({ where: { id: mediaId } })) > 0;
}

test("images of a deleted post are kept until its report is decided, and some time longer", async () => {
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

test("reports are deleted long after they were decided, with their quotes; the decision stays", async () => {
  const [moderator, other, author] = [await newStaff(), await newStaff(), await newPerson()];
  const open = await reported("user", (await newPerson()).actor.id);
  const dismissed = await reported("user", (await newPerson()).actor.id);
  const warned = await reported("user", author.actor.id);
  await decideReport(moderator, { id: dismissed, action: "dismiss", reason: "Fine" });
  const { decision } = await decideReport(moderator, { id: warned, action: "warn", reason: "Careful" });
  await fileAppeal(author, { decisionId: decision!.id, content: "It was fine" });
  const keptAfter = async (days: number) => {
    await deleteOldReports(later(moderator, days * DAY_SECONDS));
    const kept = await database().prisma.report.findMany({ where: { id: { in: [open, dismissed, warned] } } });
    return kept.map(({ id }) => id).toSorted();
  };
  expect(await keptAfter(REPORT_RETENTION_DAYS - 1)).toEqual([open, dismissed, warned].toSorted());
  expect(await keptAfter(REPORT_RETENTION_DAYS + 1)).toEqual([open, warned].toSorted());
  const answered = later(other, 100 * DAY_SECONDS);
  await decideAppeal(answered, { id: decision!.id, granted: false, answer: "No" });
  expect(await keptAfter(REPORT_RETENTION_DAYS + 99)).toEqual([open, warned].toSorted());
  expect(await keptAfter(REPORT_RETENTION_DAYS + 101)).toEqual([open]);
  expect((await listOwnDecisions(author, { limit: 5 })).data).toMatchObject([{ action: "warn", quote: null }]);
});
