import { type Context, read } from "@/lib/domain/kernel/context";
import type { PushSubscription } from "./schema";

/** Returns the subscription of the caller's session; null if it has none. */
export async function getPushSubscription(ctx: Context): Promise<PushSubscription | null> {
  const [row] = await read<PushSubscription>(ctx, "push.own")`
    SELECT "showsPrivate" FROM "PushSubscription" WHERE "sessionId" = ${ctx.session?.id ?? ""}`;
  return row ?? null;
}
