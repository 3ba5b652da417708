import { type Context, idFor, type VisitorContext } from "@/lib/domain/context";
import { lockUser } from "@/lib/domain/user-lock";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { foldFlood, unfoldNewest } from "./folding";
import { MAX_PREVIEW } from "./rules";

interface Notice {
  userIds: string[];
  type: NotificationType;
  subjectId: string;
  preview: string | null;
  /** Whom the preview speaks of: shown as their handle at the time of reading, then the preview. */
  aboutUserId?: string;
  /** An in-app path. */
  link: string;
}

/** Tells people what the actor did. Nobody is told of their own acts, nor twice of the same. */
export async function notify(tx: Context, notice: Notice): Promise<void> {
  await insert(tx, { ...notice, userIds: notice.userIds.filter((id) => id !== tx.actor.id) }, tx.actor.id);
}

/** A word from the platform itself. */
export async function notifyFromPlatform(tx: VisitorContext, notice: Omit<Notice, "type">): Promise<void> {
  await insert(tx, { ...notice, type: "SYSTEM" }, PLATFORM_USER_ID);
}

/** Takes back what the actor's act told, unless it was read already. */
export async function retract(tx: Context, type: NotificationType, subjectId: string): Promise<void> {
  const deleted = await tx.db.$queryRaw<DeletedNotice[]>`
    DELETE FROM "Notification" WHERE "readAt" IS NULL AND "subjectId" = ${subjectId} AND "actorId" = ${tx.actor.id} AND type = ${type}::"NotificationType" RETURNING "groupId", folded`;
  await unfoldNewest(tx, deleted);
}

/** Takes back what anybody's act told about a post or its comments, unless it was read already. */
export async function retractAbout(tx: Context, { postId }: { postId: string }): Promise<void> {
  const deleted = await tx.db.$queryRaw<DeletedNotice[]>`
    DELETE FROM "Notification" WHERE "readAt" IS NULL AND ("subjectId" = ${postId} OR "subjectId" IN (SELECT id FROM "Comment" WHERE "postId" = ${postId}))
    RETURNING "groupId", folded`;
  await unfoldNewest(tx, deleted);
}

type DeletedNotice = { groupId: string | null; folded: boolean };

async function insert(
  tx: VisitorContext,
  { userIds, type, subjectId, preview, aboutUserId, link }: Notice,
  actorId: string,
): Promise<void> {
  if (userIds.length === 0) return;
  // Of two acts of one person at once, the second finds what the first told.
  if (type !== "SYSTEM") await lockUser(tx, actorId);
  const notices = await tx.db.notification.createManyAndReturn({
    data: userIds.map((userId) => ({
      id: idFor(tx, "ntf"),
      userId,
      actorId,
      type,
      subjectId,
      preview: preview === null ? null : [...preview].slice(0, MAX_PREVIEW).join(""),
      aboutUserId,
      link,
      createdAt: tx.now,
    })),
    skipDuplicates: true,
    select: { id: true, userId: true },
  });
  if (type !== "SYSTEM" && notices.length > 0) await foldFlood(tx, { actorId, type, notices });
}
