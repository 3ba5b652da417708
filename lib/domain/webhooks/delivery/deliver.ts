import type { Context } from "@/lib/domain/context";
import { attemptDelivery } from "./attempt";
import { claimDelivery } from "./claim";
import { settleAttempt } from "./settle";

/** Whether a delivery is final, or when to check it again. */
export type Progress = { state: "final" } | { state: "waiting"; until: Date };

/** Claims one delivery if it is due and free, attempts it and settles the attempt. Returns its progress after that. */
export async function deliver(ctx: Context, id: string): Promise<Progress> {
  const claimed = await claimDelivery(ctx, id);
  if (claimed) await settleAttempt(ctx, await attemptDelivery(claimed, ctx.now));
  return readProgress(ctx, id);
}

async function readProgress(ctx: Context, id: string): Promise<Progress> {
  const row = await ctx.db.delivery.findFirst({
    where: { id },
    select: { status: true, nextAttemptAt: true, leaseEndsAt: true },
  });
  if (row?.status !== "pending" || !row.nextAttemptAt) return { state: "final" };
  const { nextAttemptAt, leaseEndsAt } = row;
  return { state: "waiting", until: leaseEndsAt && leaseEndsAt > nextAttemptAt ? leaseEndsAt : nextAttemptAt };
}
