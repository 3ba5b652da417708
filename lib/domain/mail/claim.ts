import { read, type VisitorContext } from "@/lib/domain/context";
import { randomBase62 } from "@/lib/domain/id";
import { NOW, nowPlus, type Sql, sql } from "@/lib/infra/database/sql";
import { LETTER_LEASE_MS } from "./rules";

/** A letter that only the holder of its lease may send and settle. */
export interface ClaimedLetter {
  id: string;
  kind: string;
  /** Encrypted. */
  content: string;
  attempts: number;
  expiresAt: Date | null;
  leaseToken: string;
}

const isDue = sql`status = 'pending' AND "nextAttemptAt" <= ${NOW}`;
/** Matches a letter that nobody has leased. The lease of a crashed process expires, and its attempt is not counted. */
const isFree = sql`("leaseToken" IS NULL OR "leaseEndsAt" < ${NOW})`;

/** Claims one letter if it is due and free: of any number of concurrent callers, one gets it. */
export async function claimLetter(ctx: VisitorContext, id: string): Promise<ClaimedLetter | undefined> {
  const [letter] = await lease(
    ctx,
    "letters.claim",
    sql`SELECT id FROM "Letter" WHERE id = ${id} AND ${isDue} AND ${isFree} FOR UPDATE`,
  );
  return letter;
}

interface LettersToClaim {
  limit: number;
  /** Only those that have been due for this long: another driver lost them. */
  overdueMs?: number;
  /** These as well, if they are due. */
  letterIds?: readonly string[];
}

/** Claims the letters that have been due longest. */
export function claimLetters(
  ctx: VisitorContext,
  { limit, overdueMs = 0, letterIds = [] }: LettersToClaim,
): Promise<ClaimedLetter[]> {
  return lease(
    ctx,
    "letters.claimAll",
    sql`SELECT id FROM "Letter"
         WHERE ${isDue} AND ${isFree} AND ("nextAttemptAt" <= ${nowPlus(-overdueMs)} OR id = ANY (${[...letterIds]}::text[]))
         ORDER BY "nextAttemptAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED`,
  );
}

function lease(ctx: VisitorContext, name: "letters.claim" | "letters.claimAll", due: Sql): Promise<ClaimedLetter[]> {
  return read<ClaimedLetter>(ctx, name)`
    WITH due AS (${due})
    UPDATE "Letter" l SET "leaseToken" = ${randomBase62(ctx.random, 20)}, "leaseEndsAt" = ${nowPlus(LETTER_LEASE_MS)}
      FROM due WHERE l.id = due.id
    RETURNING l.id, l.kind, l.content, l.attempts, l."expiresAt", l."leaseToken"`;
}
