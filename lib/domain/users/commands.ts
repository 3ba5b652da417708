import { idFor, type VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { hashPassword } from "./password";
import type { Registration } from "./schema";

/** Makes an account. Refuses with `conflict`, naming the field, what is taken: our accepted exception to telling nothing. */
export async function register(ctx: VisitorContext, { name, handle, email, password }: Registration): Promise<{ id: string; handle: string }> {
  const id = idFor(ctx, "user");
  const passwordHash = await hashPassword(ctx, password);
  const inserted = await ctx.db.user.createMany({
    data: { id, handle, name, email, passwordHash, createdAt: ctx.now },
    skipDuplicates: true,
  });
  if (inserted.count === 0) throw await taken(ctx, handle);
  return { id, handle };
}

async function taken(ctx: VisitorContext, handle: string): Promise<Refusal> {
  const param = (await ctx.db.user.findUnique({ where: { handle }, select: { id: true } })) ? "handle" : "email";
  const message = param === "handle" ? "This handle is taken. Choose another." : "There is an account with this e-mail address already. Sign in instead.";
  return new Refusal("conflict", message, { issues: [{ param, message }] });
}
