import type { VisitorContext } from "@/lib/domain/context";
import { EVENT_RETENTION_MS } from "./rules";

const BATCH = 1000;

/** Deletes expired events. Topics stay, so that their `seq` continues. */
export async function deleteOldLiveEvents({ db, now }: VisitorContext): Promise<void> {
  const before = new Date(now.getTime() - EVENT_RETENTION_MS);
  const deleteBatch = () => db.$executeRaw`
    DELETE FROM "LiveEvent" WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM "LiveEvent" WHERE "createdAt" < ${before} ORDER BY "createdAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED))`;
  while ((await deleteBatch()) === BATCH);
}
