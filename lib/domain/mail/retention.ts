import type { VisitorContext } from "@/lib/domain/context";
import { LETTER_RETENTION_MS } from "./rules";

/** Rows per statement, so that locks are short. */
const BATCH = 1000;

/** Erases what printed letters held once their links have expired, and deletes old letters. */
export async function deleteOldLetters({ db, now }: VisitorContext): Promise<void> {
  const expired = { status: "sent", content: { not: null }, expiresAt: { lt: now } } as const;
  await db.letter.updateMany({ where: expired, data: { content: null } });
  const before = new Date(now.getTime() - LETTER_RETENTION_MS);
  const deleteBatch = () => db.$executeRaw`
    DELETE FROM "Letter" WHERE id IN (
      SELECT id FROM "Letter" WHERE "createdAt" < ${before} ORDER BY "createdAt" LIMIT ${BATCH}
        FOR UPDATE SKIP LOCKED)`;
  while ((await deleteBatch()) === BATCH);
}
