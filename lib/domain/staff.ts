import type { Context } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import type { Role } from "@/lib/infra/prisma/enums";

/** Who stands above whom: staff act on accounts below their own rank only. */
const RANK: Record<Role, number> = { MEMBER: 0, EDITOR: 0, MODERATOR: 1, ADMIN: 2, SYSTEM: 3 };

/** Whether somebody of this role decides on reports. */
export function isModerator(role: Role | undefined): boolean {
  return role === "MODERATOR" || role === "ADMIN";
}

/** Whether `role` stands above `other`. */
export function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other];
}

/** The roles of staff that stand above another role. */
export function rolesAbove(other: Role): Role[] {
  return (["MODERATOR", "ADMIN"] as const).filter((role) => outranks(role, other));
}

/** @throws DomainError `forbidden` unless the actor is a moderator or an admin */
export function requireModerator({ actor }: Context): void {
  if (!isModerator(actor.role)) throw new DomainError("forbidden", "This is for moderators.");
}

/** @throws DomainError `forbidden` unless the actor is an admin */
export function requireAdmin({ actor }: Context): void {
  if (actor.role !== "ADMIN") throw new DomainError("forbidden", "This is for admins.");
}
