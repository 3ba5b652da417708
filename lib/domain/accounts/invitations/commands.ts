import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { conflict, forbidden, invalid, notFound } from "@/lib/domain/kernel/errors";
import { hashOfInvitation } from "@/lib/domain/accounts/sign-ups/invitation-links";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { env } from "@/lib/infra/environment/env";
import { presentInvitation, findObstacle } from "./queries";
import { MAX_OPEN_USES, MAX_USES } from "./rules";
import type { Invitation, NewInvitation } from "./schema";

/** 256 bits, which cannot be guessed. */
const TOKEN_BYTES = 32;

/**
 * Stores only a hash of the link.
 * @throws DomainError `forbidden` for an account that cannot invite, `conflict` at the limit of open invitations
 */
export async function createInvitation(
  ctx: Context,
  { uses, days }: NewInvitation,
): Promise<Invitation & { link: string }> {
  const isAdmin = ctx.actor.role === "ADMIN";
  const most = isAdmin ? MAX_USES.admin : MAX_USES.member;
  if (uses > most) throw invalid([{ param: "uses", message: `An invitation of yours brings at most ${most} people` }]);
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.actor.id);
    const obstacle = await findObstacle(tx);
    if (obstacle !== null) throw forbidden(obstacle);
    if (!isAdmin) await rejectTooMany(tx, uses);
    const token = Buffer.from(tx.random(TOKEN_BYTES)).toString("base64url");
    const expiresAt = new Date(tx.now.getTime() + days * DAY_MS);
    const created = { id: idFor(tx, "inv"), uses, usesLeft: uses, createdAt: tx.now, expiresAt, revokedAt: null };
    await write(tx, "invitations.insert")`
      INSERT INTO "Invitation" (id, "inviterId", hash, uses, "usesLeft", "createdAt", "expiresAt")
      VALUES (${created.id}, ${tx.actor.id}, ${hashOfInvitation(token)}, ${uses}, ${uses}, ${tx.now}, ${expiresAt})`;
    const link = new URL(`/register?invitation=${token}`, env().siteUrl).href;
    return { ...presentInvitation(tx, created), link };
  });
}

async function rejectTooMany(tx: Context, uses: number): Promise<void> {
  const [open] = await read<{ uses: number }>(tx, "invitations.openUses")`
    SELECT COALESCE(sum("usesLeft"), 0)::float8 AS uses FROM "Invitation"
    WHERE "inviterId" = ${tx.actor.id} AND "revokedAt" IS NULL AND "expiresAt" > ${tx.now}`;
  const left = MAX_OPEN_USES - open!.uses;
  if (uses <= left) return;
  throw conflict(
    `Your open invitations may bring ${MAX_OPEN_USES} people. ${left > 0 ? `${left} are left` : "Revoke one, or wait until one is used"}.`,
  );
}

/**
 * Revokes an invitation of the actor's.
 * @throws DomainError `not_found` for anybody else's invitation, and for one that was revoked before
 */
export async function revokeInvitation(ctx: Context, { id }: { id: string }): Promise<void> {
  const revoked = await write(ctx, "invitations.revoke")`
    UPDATE "Invitation" SET "revokedAt" = ${ctx.now}
     WHERE id = ${id} AND "inviterId" = ${ctx.actor.id} AND "revokedAt" IS NULL`;
  if (revoked === 0) throw notFound();
}
