import { ago } from "@/lib/domain/kernel/durations";
import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/accounts/users/present";
import { ACTIVITIES, ACTIVITY_FOR_MS, type ActivityKind, MAX_FRIENDS, ONLINE_FOR_MS } from "./rules";
import type { ActiveFriend, Friend } from "./schema";
import { joined, literal, type Sql, sql } from "@/lib/infra/database/sql";

interface FriendRow extends PersonColumns {
  kind: string | null;
  label: string | null;
  href: string | null;
}

/** Lists whom the caller follows and can see online. */
export async function listFriends(ctx: Context): Promise<Friend[]> {
  const rows = await read<FriendRow>(ctx, "presence.friends")`${friendsWhere(ctx, sql`true`)}`;
  return rows.map((row) => ({ user: presentPersonColumns(row), activity: activityOf(row) }));
}

/** Lists mutual follows of the caller who are online and in an activity. */
export async function listActiveFriends(ctx: Context): Promise<ActiveFriend[]> {
  const active = friendsWhere(ctx, sql`${followsBack(ctx)} AND ${isActive(ctx)}`);
  const rows = await read<FriendRow>(ctx, "presence.activeFriends")`${active}`;
  return rows.flatMap((row) => {
    const activity = activityOf(row);
    return activity ? [{ user: presentPersonColumns(row), activity, joinable: isJoinable(activity.kind) }] : [];
  });
}

/** Counts the people who are online, the same number for all callers. */
export async function countOnline(ctx: VisitorContext): Promise<number> {
  const [row] = await read<{ count: number }>(ctx, "presence.count")`
    SELECT count(*)::int AS count FROM "Presence" WHERE "seenAt" > ${ago(ctx, ONLINE_FOR_MS)}`;
  return row?.count ?? 0;
}

const followsBack = ({ actor }: Context) =>
  sql`EXISTS (SELECT 1 FROM "Follow" back WHERE back."followerId" = u.id AND back."followeeId" = ${actor.id})`;
const isActive = (ctx: Context) => sql`p."activityAt" > ${ago(ctx, ACTIVITY_FOR_MS)}`;

/** Ordered by name, because a list that is polled every minute must not jump. */
function friendsWhere(ctx: Context, condition: Sql): Sql {
  const shown = (column: string) =>
    sql`CASE WHEN ${isActive(ctx)} THEN p.${literal(`"activity${column}"`)} END AS ${literal(column.toLowerCase())}`;
  return sql`SELECT ${personColumns("u")}, ${joined(["Kind", "Label", "Href"].map(shown), ", ")}
    FROM "Follow" f JOIN "User" u ON u.id = f."followeeId" JOIN "Presence" p ON p."userId" = u.id
   WHERE f."followerId" = ${ctx.actor.id} AND p."seenAt" > ${ago(ctx, ONLINE_FOR_MS)} AND u."suspendedAt" IS NULL
     AND (u."presenceVisibility" = 'everyone' OR (u."presenceVisibility" = 'mutuals' AND ${followsBack(ctx)}))
     AND ${condition}
   ORDER BY lower(u.name), u.id LIMIT ${literal(MAX_FRIENDS)}`;
}

function activityOf({ kind, label, href }: FriendRow) {
  return kind !== null && label !== null && href !== null ? { kind, label, href } : null;
}

function isJoinable(kind: string): boolean {
  return ACTIVITIES[kind as ActivityKind]?.joinable ?? false;
}
