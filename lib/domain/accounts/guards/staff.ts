import type { Actor, Context } from "@/lib/domain/kernel/context";
import { forbidden } from "@/lib/domain/kernel/errors";
import type { Role } from "@/lib/infra/prisma/enums";

/** The ranks of roles: staff can only act on accounts below their own rank. */
const RANK: Record<Role, number> = { MEMBER: 0, EDITOR: 0, MODERATOR: 1, ADMIN: 2, SYSTEM: 3 };

export function isModerator(role: Role | undefined): boolean {
  return role === "MODERATOR" || role === "ADMIN";
}

export function outranks(role: Role, other: Role): boolean {
  return RANK[role] > RANK[other];
}

export function rolesAbove(other: Role): Role[] {
  return (["MODERATOR", "ADMIN"] as const).filter((role) => outranks(role, other));
}

/** Requires that an account is another person's, whose rank is below the actor's. @throws DomainError `forbidden` */
export function requireHigherRank({ actor }: Context, account: Pick<Actor, "id" | "role">): void {
  if (account.id === actor.id) throw forbidden("This is about you. Another moderator decides on it.");
  if (!outranks(actor.role, account.role))
    throw forbidden("This is about somebody of the staff. Only those above them decide on it.");
}

/** The kinds of staff that something is restricted to. Admins moderate as well. */
export type StaffKind = "moderator" | "admin" | "editor";

const STAFF: Record<StaffKind, { includes(role: Role): boolean; rejection: string }> = {
  moderator: { includes: isModerator, rejection: "This is for moderators." },
  admin: { includes: (role) => role === "ADMIN", rejection: "This is for admins." },
  editor: { includes: (role) => role === "EDITOR", rejection: "Editors write the blog and the news." },
};

/** Requires that the actor is staff of a kind. @throws DomainError `forbidden` */
export function requireStaff({ role }: Pick<Actor, "role">, kind: StaffKind): void {
  const { includes, rejection } = STAFF[kind];
  if (!includes(role)) throw forbidden(rejection);
}

/** Requires that the actor is a moderator or an admin. @throws DomainError `forbidden` */
export function requireModerator({ actor }: Context): void {
  requireStaff(actor, "moderator");
}

/** Requires that the actor is an admin. @throws DomainError `forbidden` */
export function requireAdmin({ actor }: Context): void {
  requireStaff(actor, "admin");
}
