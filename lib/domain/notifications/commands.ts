import { type Context, idFor, type VisitorContext } from "@/lib/domain/context";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";
import type { NotificationType } from "@/lib/infra/prisma/enums";
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
  await tx.db.notification.deleteMany({ where: { actorId: tx.actor.id, type, subjectId, readAt: null } });
}

/** Takes back what anybody's act told about a post or its comments, unless it was read already. */
export async function retractAbout(tx: Context, { postId }: { postId: string }): Promise<void> {
  await tx.db.$executeRaw`
    DELETE FROM "Notification" WHERE "readAt" IS NULL AND ("subjectId" = ${postId} OR "subjectId" IN (SELECT id FROM "Comment" WHERE "postId" = ${postId}))`;
}

async function insert(tx: VisitorContext, { userIds, type, subjectId, preview, aboutUserId, link }: Notice, actorId: string): Promise<void> {
  if (userIds.length === 0) return;
  await tx.db.notification.createMany({
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
  });
}
