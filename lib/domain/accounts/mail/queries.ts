import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { env } from "@/lib/infra/environment/env";
import { canDecrypt, decrypt } from "@/lib/infra/secrets";
import { literal } from "@/lib/infra/database/sql";
import type { Letter } from "@/lib/infra/prisma/client";
import { composeLetter, type LetterContent } from "./letters";

/** Whether this deployment can send mail, or has an operator at the terminal to read it. */
export function isMailSetUp(): boolean {
  return env().mail.kind !== "none";
}

interface RecentLetter {
  createdAt: Date;
  kind: string;
  handle: string;
  status: string;
  error: string | null;
  /** Null once the letter's content is erased. */
  link: string | null;
}

type LetterRow = Omit<RecentLetter, "link"> & Pick<Letter, "id" | "content" | "expiresAt">;

/** Lists the newest letters, for the operator. Shows a link while it works, if no mail server could send it. */
export async function listRecentLetters(ctx: VisitorContext, limit: number): Promise<RecentLetter[]> {
  const letters = await read<LetterRow>(ctx, "letters.recent")`
    SELECT l.id, l.kind, l.content, l.status, l.error, l."createdAt", l."expiresAt", u.handle
      FROM "Letter" l JOIN "User" u ON u.id = l."userId" ORDER BY l."createdAt" DESC, l.id DESC LIMIT ${limit}`;
  return letters.map(({ id, kind, content, status, error, createdAt, expiresAt, handle }) => {
    const isReadable = content !== null && !(expiresAt && expiresAt <= ctx.now) && canDecrypt(content);
    const message = isReadable ? composeLetter(id, kind, JSON.parse(decrypt(content)) as LetterContent) : undefined;
    return { createdAt, kind, handle, status, error, link: message?.link ?? null };
  });
}

/** The maximum that is counted. A precise figure would cost more than it is worth. */
const MAX_COUNTED = 10_000;
/** How many of the newest letters are examined for failures. Enough to notice that they do. */
const LOOKED_AT = 500;

export interface MailBacklog {
  pending: number;
  oldestAt: Date | null;
  /** When one of the newest letters was last sent. */
  lastSentAt: Date | null;
  /** How many of the newest letters failed for good, and how many were examined. */
  failed: number;
  lookedAt: number;
}

export async function readMailBacklog(ctx: Context): Promise<MailBacklog> {
  const [row] = await read<MailBacklog>(ctx, "mail.backlog")`
    SELECT waiting.*, newest.* FROM
    (SELECT count(*)::int AS pending, min("createdAt") AS "oldestAt" FROM (
      SELECT "createdAt" FROM "Letter" WHERE status = 'pending' LIMIT ${literal(MAX_COUNTED)}) l) waiting,
    (SELECT (count(*) FILTER (WHERE status = 'failed'))::int AS failed, count(*)::int AS "lookedAt",
            max("sentAt") AS "lastSentAt" FROM (
      SELECT status, "sentAt" FROM "Letter" ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(LOOKED_AT)}) l) newest`;
  return row!;
}
