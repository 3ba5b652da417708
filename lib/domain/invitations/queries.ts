import { type Context, read } from "@/lib/domain/context";
import { DAY_MS } from "@/lib/domain/durations";
import { paginate } from "@/lib/domain/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/page/schema";
import { isInCutBranch } from "@/lib/domain/sign-ups/invitation-links";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { visiblePerson } from "@/lib/domain/visibility";
import { sql } from "@/lib/infra/database/sql";
import { presentInvitation } from "./present";
import { INVITATIONS_SHOWN, INVITER_AGE_DAYS } from "./rules";
import type { Guest, OwnInvitations } from "./schema";

/** Lists the caller's invitations, newest first, and says whether they can make another one. */
export async function listOwnInvitations(ctx: Context): Promise<OwnInvitations> {
  const [rows, obstacle] = await Promise.all([
    ctx.db.invitation.findMany({
      where: { inviterId: ctx.actor.id },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: INVITATIONS_SHOWN,
    }),
    findObstacle(ctx),
  ]);
  return { data: rows.map((row) => presentInvitation(ctx, row)), obstacle };
}

/** Why the caller cannot invite anybody, as a sentence; null if they can. */
export async function findObstacle(ctx: Context): Promise<string | null> {
  if (ctx.actor.role === "ADMIN") return null;
  const account = await ctx.db.user.findUniqueOrThrow({ where: { id: ctx.actor.id } });
  if (account.limitedAt !== null || (await isInCutBranch(ctx, account.id)))
    return "You can’t invite anybody. Ask whoever runs this site why.";
  const isNew = account.createdAt.getTime() > ctx.now.getTime() - INVITER_AGE_DAYS * DAY_MS;
  return isNew ? `You can invite people once your account is ${INVITER_AGE_DAYS} days old.` : null;
}

type GuestRow = PersonColumns & { joinedAt: Date };

/** Lists who joined through the caller's invitations, newest first. */
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
