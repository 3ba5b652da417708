import { createHash } from "node:crypto";
import { read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { type DomainError, invalid } from "@/lib/domain/kernel/errors";
import type { Invitation } from "@/lib/infra/prisma/client";

interface OpenInvitation {
  id: string;
  inviterId: string;
}

/** Returns the hash of an invitation's token, which alone is stored. */
export const hashOfInvitation = (token: string) => createHash("sha256").update(token).digest("hex");

/** Finds an invitation that can be used: a cheap check before costly work, for `acceptInvitation` decides. */
export async function findOpenInvitation(ctx: VisitorContext, token: string): Promise<OpenInvitation | null> {
  const [invitation] = await read<OpenInvitation>(ctx, "signUps.invitation")`
    SELECT i.id, i."inviterId" FROM "Invitation" i JOIN "User" u ON u.id = i."inviterId"
    WHERE i.hash = ${hashOfInvitation(token)} AND i."usesLeft" > 0 AND i."expiresAt" > ${ctx.now}
      AND i."revokedAt" IS NULL AND u."suspendedAt" IS NULL`;
  return invitation && !(await isInCutBranch(ctx, invitation.inviterId)) ? invitation : null;
}

/**
 * Runs in the sign-up's transaction. Concurrent uses cannot exceed the uses that are left.
 * @throws DomainError `invalid_request` that names `invitation`
 */
export async function acceptInvitation(tx: VisitorContext, token: string, userId: string): Promise<void> {
  // Waits for concurrent changes of the row, and returns what they made of it.
  const [invitation] = await read<Pick<Invitation, "inviterId" | "expiresAt" | "revokedAt">>(tx, "signUps.use")`
    UPDATE "Invitation" SET "usesLeft" = "usesLeft" - 1 WHERE hash = ${hashOfInvitation(token)} AND "usesLeft" > 0
    RETURNING "inviterId", "expiresAt", "revokedAt"`;
  if (!invitation || invitation.revokedAt || invitation.expiresAt <= tx.now) throw invitationNotValid();
  const { inviterId } = invitation;
  const [[inviter], isCut] = await Promise.all([
    read<{ id: string }>(tx, "signUps.inviter")`
      SELECT id FROM "User" WHERE id = ${inviterId} AND "suspendedAt" IS NULL`,
    isInCutBranch(tx, inviterId),
  ]);
  if (!inviter || isCut) throw invitationNotValid();
  await write(tx, "signUps.invited")`
    INSERT INTO "Invited" ("userId", "inviterId", "createdAt") VALUES (${userId}, ${inviterId}, ${tx.now})`;
}

/** Whether an admin cut the branch of a person or of anybody above them. */
export async function isInCutBranch(ctx: VisitorContext, userId: string): Promise<boolean> {
  const [cut] = await read<{ id: string }>(ctx, "signUps.cut")`
    WITH RECURSIVE above(id) AS (
      SELECT ${userId}::text
      UNION SELECT i."inviterId" FROM "Invited" i JOIN above a ON i."userId" = a.id)
    SELECT c.id FROM "BranchCut" c JOIN above a ON a.id = c."rootId" LIMIT 1`;
  return cut !== undefined;
}

/** Returns the error for an unknown, used, revoked or expired invitation, with the same message for each. */
export function invitationNotValid(): DomainError {
  const message = "This invitation doesn’t work any more. Ask whoever sent it for another.";
  return invalid([{ param: "invitation", message }]);
}
