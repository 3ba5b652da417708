import { type Actor, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { sql } from "@/lib/infra/database/sql";
import type { User } from "@/lib/infra/prisma/client";

export const ACTOR_COLUMNS = sql`u.id, u.handle, u.name, u.image, u.role, u.tier`;

export type ActorColumns = Pick<User, "id" | "handle" | "name" | "image" | "role" | "tier">;

/** Columns of an account with what decides whether it may write, and who sees that. */
export const WRITER_COLUMNS = sql`${ACTOR_COLUMNS},
  u.email IS NOT NULL AND u."emailVerifiedAt" IS NULL AS "emailUnverified", u."limitedAt" IS NOT NULL AS limited`;

/** Columns of an account for which the product writes later, when it may be barred. */
export const AUTHOR_COLUMNS = sql`${WRITER_COLUMNS}, u."suspendedAt", u."closedAt"`;

export type Author = Actor & Pick<User, "suspendedAt" | "closedAt">;

export function actorOf({ suspendedAt: _suspendedAt, closedAt: _closedAt, ...actor }: Author): Actor {
  return actor;
}

/** Columns of an account for an act that is not the request of its owner: its actor, and what the act depends on. */
export const ACCOUNT_COLUMNS = sql`${ACTOR_COLUMNS}, u.email, u."emailVerifiedAt", u."passwordHash", u."suspendedAt",
  u."closedAt"`;

export type Account = ActorColumns &
  Pick<User, "email" | "emailVerifiedAt" | "passwordHash" | "suspendedAt" | "closedAt">;

/** Returns an account that exists, with what the transaction wrote. */
export async function readAccount(tx: VisitorContext, id: string): Promise<Account> {
  const [account] = await read<Account>(tx, "users.readAccount")`
    SELECT ${ACCOUNT_COLUMNS} FROM "User" u WHERE u.id = ${id}`;
  return account!;
}
