import { type Context, write } from "@/lib/domain/context";
import { DomainError, forbidden } from "@/lib/domain/errors";
import { matchesPassword } from "@/lib/domain/users/password";
import { literal } from "@/lib/infra/database/sql";
import { findRoom, isMember, requireVisibleHost, type RoomRecord } from "./access";
import { MAX_PASSWORD_FAILURES, PASSWORD_FAILURE_WINDOW_MS, ROOM_PASSWORD } from "./rules";

/** The hash that a password matched; null for a room that had none. Undefined if no password is needed. */
export interface CheckedEntry {
  passwordHash?: string | null;
}

/** Returns the same error for somebody banned and for a wrong password. */
export function cannotEnter(): DomainError {
  return forbidden("You can't get into this room. Check the password, or ask its host.");
}

/**
 * Checks a room's password before any transaction is open, because hashing is slow.
 * @throws DomainError `not_found`, `forbidden` for a wrong password, `rate_limited` after too many
 */
export async function checkEntry(
  ctx: Context,
  { code, password }: { code: string; password?: string },
): Promise<CheckedEntry> {
  const room = await findRoom(ctx, code);
  const { passwordHash } = room;
  if (passwordHash === null) return { passwordHash };
  if (await isMember(ctx, room, ctx.actor.id)) return {};
  await requireVisibleHost(ctx, room);
  if (password === undefined) throw cannotEnter();
  await countAttempt(ctx, room);
  // Text longer than any password is not hashed.
  if (password.length > ROOM_PASSWORD.max || !(await matchesPassword(ctx, passwordHash, password))) throw cannotEnter();
  await ctx.db.roomPasswordFailure.deleteMany({ where: { roomId: room.id, userId: ctx.actor.id } });
  return { passwordHash };
}

/** Counts an attempt as failed before it is made, so that concurrent attempts all count. */
async function countAttempt(ctx: Context, { id }: RoomRecord): Promise<void> {
  const windowStart = new Date(ctx.now.getTime() - PASSWORD_FAILURE_WINDOW_MS);
  const counted = await write(ctx, "rooms.countAttempt")`
    INSERT INTO "RoomPasswordFailure" AS failure ("roomId", "userId", count, "windowAt")
      VALUES (${id}, ${ctx.actor.id}, 1, ${ctx.now})
    ON CONFLICT ("roomId", "userId") DO UPDATE
      SET count = CASE WHEN failure."windowAt" < ${windowStart} THEN 1 ELSE failure.count + 1 END,
          "windowAt" = CASE WHEN failure."windowAt" < ${windowStart} THEN excluded."windowAt"
            ELSE failure."windowAt" END
      WHERE failure.count < ${literal(MAX_PASSWORD_FAILURES)} OR failure."windowAt" < ${windowStart}`;
  if (counted > 0) return;
  const minutes = PASSWORD_FAILURE_WINDOW_MS / 60_000;
  throw new DomainError(
    "rate_limited",
    `Too many wrong passwords for this room. Wait ${minutes} minutes and try again.`,
    {
      retryAfter: PASSWORD_FAILURE_WINDOW_MS / 1000,
    },
  );
}
