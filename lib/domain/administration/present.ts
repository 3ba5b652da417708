import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { standingOf, type StandingTimes } from "@/lib/domain/users/account-standing";
import type { Tier } from "@/lib/infra/prisma/enums";
import { sql } from "@/lib/infra/database/sql";
import type { StaffRole } from "./rules";
import type { ListedAccount } from "./schema";

export interface AccountColumns extends PersonColumns, StandingTimes {
  email: string | null;
  role: StaffRole;
  tier: Tier;
  createdAt: Date;
}

/** Columns of an account, for a statement that reads "User" as `u`. */
export const accountColumns = sql`${personColumns("u")}, u.email, u.role, u.tier, u."createdAt", u."suspendedAt",
  u."limitedAt", u."closedAt"`;

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
