import type { VisitorContext } from "@/lib/domain/context";
import { env } from "@/lib/infra/environment/env";
import { canDecrypt, decrypt } from "@/lib/infra/secrets";
import { composeLetter } from "./letters";
import type { LetterContent } from "./template";

/** Whether this deployment can send mail, or has an operator at the terminal to read it. */
export function isMailSetUp(): boolean {
  return env().mail.kind !== "none";
}

/** A letter as the operator sees it. */
export interface RecentLetter {
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
