import type { VisitorContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { HANDLE_RESERVATION_DAYS, MAX_RELEASED_HANDLES } from "./rules";
import { daysBefore } from "@/lib/domain/durations";

interface Holding {
  userId: string;
  handle: string;
}

/**
 * Claims a handle that was just written to the account's row. Call it after the write, which has waited for a
 * concurrent release.
 * @throws DomainError `conflict` if somebody else gave it up recently
 */
export async function claimHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  const reserved = await tx.db.releasedHandle.findUnique({ where: { handle } });
  if (reserved && reserved.userId !== userId && reserved.releasedAt > reservedSince(tx)) throw handleTaken();
  if (reserved) await tx.db.releasedHandle.deleteMany({ where: { handle } });
}

/** Reserves a handle that its owner gave up, for a while. */
export async function releaseHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  await tx.db.releasedHandle.create({ data: { handle, userId, releasedAt: tx.now } });
}

/**
 * Limits the handles reserved for one account.
 * @throws DomainError `conflict` at the limit
 */
export async function rejectTooManyReleased(tx: VisitorContext, userId: string): Promise<void> {
  const kept = await tx.db.releasedHandle.count({ where: { userId, releasedAt: { gt: reservedSince(tx) } } });
  if (kept <= MAX_RELEASED_HANDLES) return;
  throw conflict(
    `You have changed your handle ${MAX_RELEASED_HANDLES} times in ${HANDLE_RESERVATION_DAYS} days. Take one of your former ones back, or wait.`,
  );
}

export function handleTaken(): DomainError {
  return conflict("This handle is taken. Choose another.");
}

function conflict(message: string): DomainError {
  return new DomainError("conflict", message, { issues: [{ param: "handle", message }] });
}

/** Handles given up before this are free, even before retention deletes their rows. */
export function reservedSince({ now }: Pick<VisitorContext, "now">): Date {
  return daysBefore(now, HANDLE_RESERVATION_DAYS);
}
