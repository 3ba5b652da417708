import { randomUUID } from "node:crypto";
import { type Context, type ContextOptions, createContext, idFor } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";

/** Creates an account, and returns a context for it. Jobs passed to `afterCommit` run at once. */
export async function newPerson(
  options: Partial<Pick<ContextOptions<null>, "now" | "channel" | "random" | "afterCommit">> & { name?: string } = {},
): Promise<Context> {
  const { name = "Somebody", ...rest } = options;
  const visitor = createContext({ actor: null, channel: "session", ...rest });
  const handle = `p_${randomUUID().replaceAll("-", "").slice(0, 16)}`;
  const { id, image, role, tier } = await database().prisma.user.create({
    data: { id: idFor(visitor, "user"), handle, name, createdAt: visitor.now },
  });
  return { ...visitor, actor: { id, handle, name, image, role, tier } };
}

/** The same person's context, some time later. */
export function later(ctx: Context, seconds: number): Context {
  return { ...ctx, now: new Date(ctx.now.getTime() + seconds * 1000) };
}
