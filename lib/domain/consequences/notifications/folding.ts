import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import type { NotificationType } from "@/lib/infra/prisma/enums";
import { FOLD_WITHIN_MS, MAX_GROUP, MAX_UNFOLDED } from "./rules";
import { retracting } from "./retracted";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";

interface NewNotifications {
  actorId: string;
  type: NotificationType;
  /** The ids of notifications that were just inserted; some may not exist. */
  ids: string[];
}

/**
 * Folds notifications that were just inserted into earlier ones of the same type by the same person, so that nobody can
 * flood somebody else's list, and limits the size of the group. Each keeps its own row, so that retracting an act
 * retracts exactly its notifications.
 */
export async function foldFlood(tx: VisitorContext, { actorId, type, ids }: NewNotifications): Promise<void> {
  const since = new Date(tx.now.getTime() - FOLD_WITHIN_MS);
  // The statement sees the group as it was before: besides the shown notification, which it folds now, MAX_GROUP - 2
  // fit.
  await write(tx, "notifications.flood.fold")`
    WITH inserted AS (SELECT id, "userId" FROM "Notification" WHERE id = ANY (${ids}::text[])),
         newest AS (
           SELECT inserted.id AS "insertedId", earlier.id FROM inserted, LATERAL (
             SELECT id, count(*) OVER () AS shown FROM (
               SELECT n.id, n."createdAt" FROM "Notification" n
                WHERE n."userId" = inserted."userId" AND n.folded = false AND n."actorId" = ${actorId}
                AND n.type = ${type}::"NotificationType"
                  AND n."readAt" IS NULL AND n."createdAt" > ${since} AND n.id <> inserted.id
                ORDER BY n."createdAt" DESC, n.id DESC LIMIT ${literal(MAX_UNFOLDED)}) shown
              ORDER BY "createdAt" DESC, id DESC LIMIT 1) earlier WHERE earlier.shown >= ${literal(MAX_UNFOLDED)}),
         folded AS (
           UPDATE "Notification" n SET folded = true, "groupId" = COALESCE(n."groupId", n.id) FROM newest
            WHERE n.id = newest.id AND n."readAt" IS NULL AND n.folded = false
            RETURNING newest."insertedId", n."groupId"),
         ${retracting(
           tx,
           sql`id IN (
             SELECT old.id FROM folded, LATERAL (
               SELECT n.id FROM "Notification" n WHERE n."groupId" = folded."groupId" AND n.folded = true
                ORDER BY n."createdAt" DESC, n.id DESC OFFSET ${literal(MAX_GROUP - 2)}) old)`,
         )}
    UPDATE "Notification" n SET "groupId" = folded."groupId" FROM folded WHERE n.id = folded."insertedId"`;
}

/** Deletes notifications, and unfolds the newest remaining one of each group whose shown one was deleted. */
export async function retractWhere(tx: VisitorContext, name: string, condition: Sql): Promise<void> {
  const deleted = await read<{ groupId: string | null; folded: boolean }>(tx, `notifications.retracted.${name}`)`
    WITH ${retracting(tx, condition)} SELECT "groupId", folded FROM retracted`;
  const groupIds = deleted.flatMap(({ groupId, folded }) => (groupId !== null && !folded ? [groupId] : []));
  if (groupIds.length === 0) return;
  // Locks the row that it selects: if another transaction deletes it concurrently, the next one is selected.
  await write(tx, "notifications.flood.unfold")`
    UPDATE "Notification" SET folded = false WHERE id IN (
      SELECT next.id FROM unnest(${groupIds}::text[]) AS g(id), LATERAL (
        SELECT id FROM "Notification" WHERE "groupId" = g.id AND "readAt" IS NULL ORDER BY "createdAt" DESC, id DESC
          LIMIT 1 FOR NO KEY UPDATE) next)`;
}
