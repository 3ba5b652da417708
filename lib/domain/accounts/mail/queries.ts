import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { env } from "@/lib/infra/environment/env";
import { canDecrypt, decrypt } from "@/lib/infra/secrets";
import { literal } from "@/lib/infra/database/sql";
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

/** Lists the newest letters, for the operator. Shows a link while it works, if no mail server could send it. */
export async function listRecentLetters({ db, now }: VisitorContext, limit: number): Promise<RecentLetter[]> {
  const letters = await db.letter.findMany({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: limit,
    include: { user: { select: { handle: true } } },
  });
  return letters.map(({ id, kind, content, status, error, createdAt, expiresAt, user }) => {
    const isReadable = content !== null && !(expiresAt && expiresAt <= now) && canDecrypt(content);
    const message = isReadable ? composeLetter(id, kind, JSON.parse(decrypt(content)) as LetterContent) : undefined;
    return { createdAt, kind, handle: user.handle, status, error, link: message?.link ?? null };
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
