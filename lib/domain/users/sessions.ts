import { type Actor, idFor, type VisitorContext } from "@/lib/domain/context";
import { preparedRead } from "@/lib/infra/db";

/** Whose session it is, unless it ended or its account is suspended. */
export async function findSession(id: string, now: Date): Promise<Actor | null> {
  const [actor] = await preparedRead<Actor>(
    "sessions.byId",
    `SELECT u.id, u.handle, u.name, u.image, u.role, u.tier
       FROM "Session" s JOIN "User" u ON u.id = s."userId"
      WHERE s.id = $1 AND s."expiresAt" > $2 AND u."suspendedAt" IS NULL`,
    [id, now],
  );
  return actor ?? null;
}

/** Begins a session and answers its id. */
export async function beginSession(ctx: VisitorContext, session: { userId: string; userAgent: string; maxAgeSeconds: number }): Promise<string> {
  const { id } = await ctx.db.session.create({
    data: {
      id: idFor(ctx, "ses"),
      userId: session.userId,
      userAgent: session.userAgent.slice(0, 300),
      createdAt: ctx.now,
      lastSeenAt: ctx.now,
      expiresAt: new Date(ctx.now.getTime() + session.maxAgeSeconds * 1000),
    },
  });
  return id;
}

export async function endSession(ctx: VisitorContext, id: string): Promise<void> {
  await ctx.db.session.deleteMany({ where: { id } });
}
