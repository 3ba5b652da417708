import { type Context, read } from "@/lib/domain/context";
import { notFound } from "@/lib/domain/errors";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { requireAdmin } from "@/lib/domain/guards/staff";
import { type PersonColumns, personColumns, presentPersonAs, presentPersonColumns } from "@/lib/domain/users/present";
import type { Person } from "@/lib/domain/users/schema";
import { literal, none, type Sql, sql } from "@/lib/infra/database/sql";
import { PATH_LEVELS } from "./rules";
import type { InvitedPerson } from "./schema";

type InvitedRow = PersonColumns & PersonColumns<"inviter"> & { joinedAt: Date; suspended: boolean; guests: number };

/**
 * Lists who joined through invitations, newest first, for admins: those of one inviter, or all.
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
 * Returns the chain of inviters from the top of the tree down to a person, who comes last.
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

async function findPerson({ db }: Context, handle: string): Promise<{ id: string }> {
  const found = await db.user.findUnique({ where: { handle: handle.toLowerCase() }, select: { id: true } });
  if (!found) throw notFound();
  return found;
}
