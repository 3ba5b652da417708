import { suspended } from "@/lib/domain/accounts/users/account-standing";
import { writeAuditEntry } from "@/lib/domain/accounts/audit-log/commands";
import {
  actAs,
  type Context,
  idFor,
  inTransaction,
  read,
  type VisitorContext,
  write,
} from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { suspendByDecision } from "@/lib/domain/people/moderation/decisions";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import { readAccount } from "@/lib/domain/accounts/users/account";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import type { BranchCut } from "@/lib/infra/prisma/client";
import { findPerson } from "./queries";
import { CUT_BATCH, CUT_SUSPENSION_DAYS } from "./rules";
import type { NewBranchCut } from "./schema";

/** Selects everybody who joined through a person's invitations, directly or through those of their guests. */
const below = (rootId: string): Sql => sql`
  SELECT "userId" FROM "Invited" WHERE "inviterId" = ${rootId}
  UNION SELECT i."userId" FROM "Invited" i JOIN below b ON i."inviterId" = b.id`;

/**
 * Cuts a branch of the tree: invitations of its root and of everybody below stop working, and none of them can create
 * another. On request, a job also suspends the accounts below; suspending the root is a separate decision.
 * @throws DomainError `forbidden`, `proof_required`, `not_found`
 */
export async function cutBranch(
  ctx: Context,
  { handle, suspend, reason }: NewBranchCut & { handle: string },
): Promise<{ below: number }> {
  requireAdmin(ctx);
  requireRecentProof(ctx);
  const cut = await inTransaction(ctx, async (tx) => {
    const root = await findPerson(tx, handle);
    const [, , [row]] = await Promise.all([
      write(tx, "invitations.insertCut")`
        INSERT INTO "BranchCut" (id, "rootId", "cutById", reason, suspends, "createdAt", "finishedAt")
        VALUES (${idFor(tx, "cut")}, ${root.id}, ${tx.actor.id}, ${reason}, ${suspend}, ${tx.now},
                ${suspend ? null : tx.now})`,
      write(tx, "invitations.cut")`
        WITH RECURSIVE below(id) AS (${below(root.id)})
        UPDATE "Invitation" SET "revokedAt" = ${tx.now}
         WHERE "revokedAt" IS NULL AND ("inviterId" = ${root.id} OR "inviterId" IN (SELECT id FROM below))`,
      // Counts those as well who were joining while their invitation was being revoked.
      read<{ count: number }>(tx, "invitations.countBelow")`
        WITH RECURSIVE below(id) AS (${below(root.id)}) SELECT count(*)::int AS count FROM below`,
    ]);
    const count = row?.count ?? 0;
    const details = { suspend, reason, below: count };
    await writeAuditEntry(tx, { action: "invitations.cut", accountId: root.id, details });
    return { below: count };
  });
  if (suspend) ctx.afterCommit(() => suspendCutBranches(ctx));
  return cut;
}

const CUTS_AT_ONCE = 10;

type CutRow = Pick<BranchCut, "id" | "rootId" | "cutById" | "reason" | "createdAt">;

/** Suspends in the name of the admin who cut them, if still an admin. Runs some batches; the next run continues. */
export async function suspendCutBranches(ctx: VisitorContext): Promise<void> {
  const cuts = await read<CutRow>(ctx, "invitations.cuts")`
    SELECT id, "rootId", "cutById", reason, "createdAt" FROM "BranchCut"
    WHERE "finishedAt" IS NULL ORDER BY "createdAt" LIMIT ${literal(CUTS_AT_ONCE)}`;
  for (const cut of cuts) {
    for (let round = 0; round < CUT_BATCH.rounds; round++) {
      if (await suspendBatch(ctx, cut)) continue;
      await write(ctx, "invitations.finishCut")`
        UPDATE "BranchCut" SET "finishedAt" = ${ctx.now} WHERE id = ${cut.id} AND "finishedAt" IS NULL`;
      break;
    }
  }
}

/** Suspends a batch of a branch, including closed accounts that could be reopened. Returns whether more may follow. */
async function suspendBatch(ctx: VisitorContext, cut: CutRow): Promise<boolean> {
  const admin = await readAccount(ctx, cut.cutById);
  if (admin.role !== "ADMIN") return false;
  const accounts = await read<{ id: string }>(ctx, "invitations.toSuspend")`
    WITH RECURSIVE below(id) AS (${below(cut.rootId)})
    SELECT u.id FROM below b JOIN "User" u ON u.id = b.id
     WHERE NOT (${suspended(sql`u`)}) AND u.role IN ('MEMBER', 'EDITOR')
       AND (u."closedAt" IS NULL OR EXISTS (SELECT 1 FROM "ClosedAccount" c WHERE c."userId" = u.id))
       AND NOT EXISTS (SELECT 1 FROM "Decision" d
         WHERE d."accountId" = u.id AND d.action = 'suspend' AND d."createdAt" >= ${cut.createdAt})
     ORDER BY u.id LIMIT ${literal(CUT_BATCH.rows)}`;
  const until = new Date(ctx.now.getTime() + CUT_SUSPENSION_DAYS * DAY_MS);
  for (const { id: userId } of accounts)
    await suspendByDecision(actAs(ctx, admin), { userId, reason: cut.reason, until });
  return accounts.length > 0;
}
