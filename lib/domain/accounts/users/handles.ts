import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { HANDLE_RESERVATION_DAYS, MAX_RELEASED_HANDLES } from "./rules";
import { daysBefore } from "@/lib/domain/kernel/durations";
import type { ReleasedHandle, User } from "@/lib/infra/prisma/client";

type Holding = Pick<ReleasedHandle, "userId" | "handle">;

type OwnHandle = Pick<User, "handle" | "handleChosen">;

export async function readHandle(tx: VisitorContext, userId: string): Promise<OwnHandle> {
  const [row] = await read<OwnHandle>(tx, "handles.own")`
    SELECT handle, "handleChosen" FROM "User" WHERE id = ${userId}`;
  return row!;
}

/**
 * Rejects a handle that somebody else gave up recently, and ends any other reservation of it. Call it after writing the
 * handle to the account's row, which has waited for a concurrent release.
 * @throws DomainError `conflict`
 */
export async function claimHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  const [reserved] = await read<Pick<ReleasedHandle, "userId" | "releasedAt">>(tx, "handles.reservation")`
    SELECT "userId", "releasedAt" FROM "ReleasedHandle" WHERE handle = ${handle}`;
  if (reserved && reserved.userId !== userId && reserved.releasedAt > reservedSince(tx)) throw handleTaken();
  if (reserved) await write(tx, "handles.claim")`DELETE FROM "ReleasedHandle" WHERE handle = ${handle}`;
}

/** Reserves a handle that its owner gave up, for a while. */
export async function releaseHandle(tx: VisitorContext, { userId, handle }: Holding): Promise<void> {
  await write(tx, "handles.release")`
    INSERT INTO "ReleasedHandle" (handle, "userId", "releasedAt") VALUES (${handle}, ${userId}, ${tx.now})`;
}

/** Rejects an account that has given up more than `MAX_RELEASED_HANDLES` handles. @throws DomainError `conflict` */
export async function rejectTooManyReleased(tx: VisitorContext, userId: string): Promise<void> {
  const kept = await read<{ handle: string }>(tx, "handles.kept")`
    SELECT handle FROM "ReleasedHandle" WHERE "userId" = ${userId} AND "releasedAt" > ${reservedSince(tx)}`;
  if (kept.length <= MAX_RELEASED_HANDLES) return;
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

/** Returns the time before which given-up handles are free, even if retention has not deleted their rows yet. */
export function reservedSince({ now }: Pick<VisitorContext, "now">): Date {
  return daysBefore(now, HANDLE_RESERVATION_DAYS);
}
