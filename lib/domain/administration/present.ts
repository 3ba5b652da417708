import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import type { Tier } from "@/lib/infra/prisma/enums";
import { sql } from "@/lib/infra/database/sql";
import type { StaffRole, Standing } from "./rules";
import type { ListedAccount } from "./schema";

export interface AccountColumns extends PersonColumns {
  email: string | null;
  role: StaffRole;
  tier: Tier;
  createdAt: Date;
  suspendedAt: Date | null;
  limitedAt: Date | null;
  closedAt: Date | null;
}

/** Columns of an account, for a statement that reads "User" as `u`. */
export const accountColumns = sql`${personColumns("u")}, u.email, u.role, u.tier, u."createdAt", u."suspendedAt",
  u."limitedAt", u."closedAt"`;

/** A closed account is suspended as well, and a suspended one may be limited. */
export function standingOf({ closedAt, suspendedAt, limitedAt }: Omit<AccountColumns, keyof PersonColumns>): Standing {
  return closedAt ? "closed" : suspendedAt ? "suspended" : limitedAt ? "limited" : "active";
}

export function presentAccount(row: AccountColumns): ListedAccount {
  return {
    ...presentPersonColumns(row),
    email: row.email,
    role: row.role,
    tier: row.tier,
    standing: standingOf(row),
    createdAt: row.createdAt.toISOString(),
  };
}
