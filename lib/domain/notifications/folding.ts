import type { VisitorContext } from "@/lib/domain/context";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { FOLD_WITHIN_MS, MAX_GROUP, MAX_UNFOLDED } from "./rules";

interface Told {
  actorId: string;
  type: NotificationType;
  notices: { id: string; userId: string }[];
}

/**
 * Folds notifications that were just inserted together with earlier ones of their kind by the same person, so that nobody
 * can fill somebody else's list. Each stays a row of its own: taking back an act takes back exactly what it told.
 */
export async function foldFlood(tx: VisitorContext, { actorId, type, notices }: Told): Promise<void> {
  const since = new Date(tx.now.getTime() - FOLD_WITHIN_MS);
  const folded = await tx.db.$queryRaw<{ groupId: string }[]>`
    WITH told AS (SELECT * FROM unnest(${notices.map(({ id }) => id)}::text[], ${notices.map(({ userId }) => userId)}::text[]) AS told(id, "userId")),
         newest AS (
           SELECT told.id AS "toldId", earlier.id FROM told, LATERAL (
             SELECT id, count(*) OVER () AS shown FROM (
               SELECT n.id, n."createdAt" FROM "Notification" n
                WHERE n."userId" = told."userId" AND n.folded = false AND n."actorId" = ${actorId} AND n.type = ${type}::"NotificationType"
                  AND n."readAt" IS NULL AND n."createdAt" > ${since} AND n.id <> told.id
                ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${MAX_UNFOLDED}) shown
              ORDER BY "createdAt" DESC, id DESC LIMIT 1) earlier WHERE earlier.shown >= ${MAX_UNFOLDED}),
         folded AS (
           UPDATE "Notification" n SET folded = true, "groupId" = COALESCE(n."groupId", n.id) FROM newest
            WHERE n.id = newest.id AND n."readAt" IS NULL AND n.folded = false RETURNING newest."toldId", n."groupId")
    UPDATE "Notification" n SET "groupId" = folded."groupId" FROM folded WHERE n.id = folded."toldId" RETURNING n."groupId"`;
  if (folded.length > 0)
    await trim(
      tx,
      folded.map(({ groupId }) => groupId),
    );
}

async function trim(tx: VisitorContext, groupIds: string[]): Promise<void> {
  await tx.db.$executeRaw`
    DELETE FROM "Notification" WHERE id IN (
      SELECT old.id FROM unnest(${groupIds}::text[]) AS g(id), LATERAL (
        SELECT id FROM "Notification" WHERE "groupId" = g.id AND folded = true ORDER BY "createdAt" DESC, id DESC OFFSET ${MAX_GROUP - 1}) old)`;
}

/** Shows the newest of those that are left in each group whose shown notification was deleted. */
export async function unfoldNewest(
  tx: VisitorContext,
  deleted: { groupId: string | null; folded: boolean }[],
): Promise<void> {
  const groupIds = deleted.flatMap(({ groupId, folded }) => (groupId !== null && !folded ? [groupId] : []));
  if (groupIds.length === 0) return;
  // Locked as it is chosen: where somebody else deletes it at the same time, the next one is chosen.
  await tx.db.$executeRaw`
    UPDATE "Notification" SET folded = false WHERE id IN (
      SELECT next.id FROM unnest(${groupIds}::text[]) AS g(id), LATERAL (
        SELECT id FROM "Notification" WHERE "groupId" = g.id AND "readAt" IS NULL ORDER BY "createdAt" DESC, id DESC LIMIT 1 FOR UPDATE) next)`;
}
