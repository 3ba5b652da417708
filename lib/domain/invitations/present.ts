import type { VisitorContext } from "@/lib/domain/context";
import type { Invitation as Row } from "@/lib/infra/prisma/client";
import type { Invitation } from "./schema";

export function presentInvitation(ctx: VisitorContext, row: Row): Invitation {
  const { id, uses, usesLeft, createdAt, expiresAt } = row;
  return {
    id,
    uses,
    usesLeft,
    state: stateOf(ctx, row),
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  };
}

function stateOf({ now }: VisitorContext, { usesLeft, revokedAt, expiresAt }: Row): Invitation["state"] {
  if (usesLeft === 0) return "used";
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}
