import type { VisitorContext } from "@/lib/domain/context";

/** Erases the content of printed letters once their links have expired. */
export async function eraseExpiredContent({ db, now }: VisitorContext): Promise<void> {
  const expired = { status: "sent", content: { not: null }, expiresAt: { lt: now } } as const;
  await db.letter.updateMany({ where: expired, data: { content: null } });
}
