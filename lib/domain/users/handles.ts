import type { VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { HANDLE_RESERVATION_DAYS, MAX_RELEASED_HANDLES } from "./rules";

const DAY_MS = 86_400_000;

interface Holding {
  userId: string;
  handle: string;
}

/**
 * Takes a handle that was just written to the account's row. Refuses with `conflict` one that somebody else gave up
 * lately. Asked after the write: that has waited for whoever was about to give the handle up.
 */
export async function claimHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  const reserved = await tx.db.releasedHandle.findUnique({ where: { handle } });
  if (reserved && reserved.userId !== userId && reserved.releasedAt > reservedSince(tx)) throw handleTaken();
  if (reserved) await tx.db.releasedHandle.deleteMany({ where: { handle } });
}

/** Keeps a handle that its owner gave up from everybody else for a while. */
export async function releaseHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  await tx.db.releasedHandle.create({ data: { handle, userId, releasedAt: tx.now } });
}

/** Refuses with `conflict` who already keeps as many handles as one may. */
export async function refuseTooManyReleased(tx: VisitorContext, userId: string): Promise<void> {
  const kept = await tx.db.releasedHandle.count({ where: { userId, releasedAt: { gt: reservedSince(tx) } } });
  if (kept <= MAX_RELEASED_HANDLES) return;
  throw conflict(
    `You have changed your handle ${MAX_RELEASED_HANDLES} times in ${HANDLE_RESERVATION_DAYS} days. Take one of your former ones back, or wait.`,
  );
}

export function handleTaken(): Refusal {
  return conflict("This handle is taken. Choose another.");
}

function conflict(message: string): Refusal {
  return new Refusal("conflict", message, { issues: [{ param: "handle", message }] });
}

/** Handles given up before this are anybody's, swept or not. */
export function reservedSince({ now }: Pick<VisitorContext, "now">): Date {
  return new Date(now.getTime() - HANDLE_RESERVATION_DAYS * DAY_MS);
}
