import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { DAY_MS } from "@/lib/domain/kernel/durations";
import { paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import { isInCutBranch } from "@/lib/domain/accounts/sign-ups/invitation-links";
import {
  type PersonColumns,
  personColumns,
  presentPersonColumns,
  presentPersonAs,
} from "@/lib/domain/accounts/users/present";
import { visiblePerson } from "@/lib/domain/kernel/visibility";
import { sql, literal, none, type Sql } from "@/lib/infra/database/sql";
import { INVITATIONS_SHOWN, INVITER_AGE_DAYS, PATH_LEVELS } from "./rules";
import type { Guest, OwnInvitations, Invitation, InvitedPerson } from "./schema";
import type { Invitation as Row, User } from "@/lib/infra/prisma/client";
import { notFound } from "@/lib/domain/kernel/errors";
import { requireAdmin } from "@/lib/domain/accounts/guards/staff";
import type { Person } from "@/lib/domain/accounts/users/schema";

/** Lists the caller's invitations, newest first, with whether they can make another one. */
export async function listOwnInvitations(ctx: Context): Promise<OwnInvitations> {
  const [rows, obstacle] = await Promise.all([
    read<InvitationRow>(ctx, "invitations.own")`
      SELECT ${INVITATION_COLUMNS} FROM "Invitation" WHERE "inviterId" = ${ctx.actor.id}
      ORDER BY "createdAt" DESC, id DESC LIMIT ${literal(INVITATIONS_SHOWN)}`,
    findObstacle(ctx),
  ]);
  return { data: rows.map((row) => presentInvitation(ctx, row)), obstacle };
}

/** Returns why the caller cannot invite anybody, as a sentence; null if they can. */
export async function findObstacle(ctx: Context): Promise<string | null> {
  const [[account], isCut] = await Promise.all([
    read<Pick<User, "limitedAt" | "createdAt">>(ctx, "invitations.inviter")`
      SELECT "limitedAt", "createdAt" FROM "User" WHERE id = ${ctx.actor.id}`,
    isInCutBranch(ctx, ctx.actor.id),
  ]);
  const { limitedAt, createdAt } = account!;
  const isAdmin = ctx.actor.role === "ADMIN";
  if (isCut || (limitedAt !== null && !isAdmin)) return "You can’t invite anybody. Ask whoever runs this site why.";
  if (isAdmin) return null;
  const isNew = createdAt.getTime() > ctx.now.getTime() - INVITER_AGE_DAYS * DAY_MS;
  return isNew ? `You can invite people once your account is ${INVITER_AGE_DAYS} days old.` : null;
}

type GuestRow = PersonColumns & { joinedAt: Date };

export function listGuests(ctx: Context, request: PageRequest): Promise<Page<Guest>> {
  return paginate<GuestRow, Guest>(request, {
    list: ["guests", ctx.actor.id],
    rows: (after, take) =>
      read<GuestRow>(ctx, "invitations.guests")`
        SELECT i."createdAt" AS "joinedAt", ${personColumns("u")}
         FROM "Invited" i JOIN "User" u ON u.id = i."userId"
        WHERE i."inviterId" = ${ctx.actor.id} AND ${visiblePerson(ctx.actor.id, sql`u.id`)}
          AND (i."createdAt", i."userId") < (${after.at}::timestamptz, ${after.id})
        ORDER BY i."createdAt" DESC, i."userId" DESC LIMIT ${take}`,
    position: ({ joinedAt, personId }) => ({ at: joinedAt, id: personId }),
    present: (row) => ({ ...presentPersonColumns(row), joinedAt: row.joinedAt.toISOString() }),
  });
}

type InvitationRow = Omit<Row, "inviterId" | "hash">;

const INVITATION_COLUMNS = sql`id, uses, "usesLeft", "revokedAt", "expiresAt", "createdAt"`;

export function presentInvitation(ctx: VisitorContext, row: InvitationRow): Invitation {
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

function stateOf({ now }: VisitorContext, { usesLeft, revokedAt, expiresAt }: InvitationRow): Invitation["state"] {
  if (usesLeft === 0) return "used";
  if (revokedAt) return "revoked";
  return expiresAt <= now ? "expired" : "open";
}

type InvitedRow = PersonColumns & PersonColumns<"inviter"> & { joinedAt: Date; suspended: boolean; guests: number };

/**
 * Lists the people who joined by invitation, of one inviter or of all, newest first.
 * @throws DomainError `forbidden`, `not_found` for an unknown inviter
 */
export async function listInvited(
  ctx: Context,
  { under, ...request }: PageRequest & { under?: string },
): Promise<Page<InvitedPerson>> {
  requireAdmin(ctx);
  const inviter = under === undefined ? null : await findPerson(ctx, under);
  return paginate<InvitedRow, InvitedPerson>(request, {
    list: ["invited", inviter?.id ?? ""],
    rows: (after, take) => {
      const narrowed = inviter ? sql`i."inviterId" = ${inviter.id} AND` : none;
      const name = `invitations.tree.${inviter ? "under" : "all"}` as const;
      return read<InvitedRow>(ctx, name)`${invitedAfter(narrowed, after, take)}`;
    },
    position: ({ joinedAt, personId }) => ({ at: joinedAt, id: personId }),
    present: (row) => ({
      person: presentPersonColumns(row),
      inviter: presentPersonAs("inviter", row),
      joinedAt: row.joinedAt.toISOString(),
      guests: row.guests,
      suspended: row.suspended,
    }),
  });
}

function invitedAfter(narrowed: Sql, after: { at: string; id: string }, take: number): Sql {
  return sql`SELECT i."createdAt" AS "joinedAt", ${personColumns("u")}, u."suspendedAt" IS NOT NULL AS suspended,
      (SELECT count(*)::int FROM "Invited" below WHERE below."inviterId" = u.id) AS guests,
      ${personColumns("v", "inviter")}
    FROM "Invited" i JOIN "User" u ON u.id = i."userId" JOIN "User" v ON v.id = i."inviterId"
   WHERE ${narrowed} (i."createdAt", i."userId") < (${after.at}::timestamptz, ${after.id})
   ORDER BY i."createdAt" DESC, i."userId" DESC LIMIT ${take}`;
}

/**
 * Returns who invited whom, from the top of the tree down to the person, who comes last.
 * @throws DomainError `forbidden`, `not_found`
 */
export async function getInvitationPath(ctx: Context, { handle }: { handle: string }): Promise<Person[]> {
  requireAdmin(ctx);
  const { id } = await findPerson(ctx, handle);
  const rows = await read<PersonColumns & { level: number }>(ctx, "invitations.path")`
    WITH RECURSIVE above(id, level) AS (
      SELECT ${id}::text, 0
      UNION ALL SELECT i."inviterId", a.level + 1 FROM "Invited" i JOIN above a ON i."userId" = a.id
        WHERE a.level < ${literal(PATH_LEVELS)})
    SELECT a.level, ${personColumns("u")} FROM above a JOIN "User" u ON u.id = a.id ORDER BY a.level DESC`;
  return rows.map(presentPersonColumns);
}

/** Finds a person by handle, in any case. @throws DomainError `not_found` */
export async function findPerson(ctx: Context, handle: string): Promise<{ id: string }> {
  const [found] = await read<{ id: string }>(ctx, "invitations.person")`
    SELECT id FROM "User" WHERE handle = ${handle.toLowerCase()}`;
  if (!found) throw notFound();
  return found;
}
