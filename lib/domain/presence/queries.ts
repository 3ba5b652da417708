import { type Context, read, type VisitorContext } from "@/lib/domain/context";
import { type PersonColumns, personColumns, presentPersonColumns } from "@/lib/domain/users/present";
import { ACTIVITIES, ACTIVITY_FOR_MS, type ActivityKind, MOST_FRIENDS, ONLINE_FOR_MS } from "./rules";
import type { ActiveFriend, Friend } from "./schema";

interface FriendRow extends PersonColumns {
  kind: string | null;
  label: string | null;
  href: string | null;
}

/** Whom the caller follows and can see online now. */
export async function listFriends(ctx: Context): Promise<Friend[]> {
  const rows = await read<FriendRow>(ctx, "presence.friends", friendsWhere("true"), valuesFor(ctx));
  return rows.map((row) => ({ user: presentPersonColumns(row), activity: activityOf(row) }));
}

/** Of those who follow the caller back, the ones who are doing something. */
export async function listActiveFriends(ctx: Context): Promise<ActiveFriend[]> {
  const rows = await read<FriendRow>(
    ctx,
    "presence.activeFriends",
    friendsWhere(`${FOLLOWS_BACK} AND ${IS_ACTIVE}`),
    valuesFor(ctx),
  );
  return rows.flatMap((row) => {
    const activity = activityOf(row);
    return activity ? [{ user: presentPersonColumns(row), activity, joinable: isJoinable(activity.kind) }] : [];
  });
}

/** The same for everybody who asks. */
export async function countOnline(ctx: VisitorContext): Promise<number> {
  const [row] = await read<{ count: number }>(
    ctx,
    "presence.count",
    `SELECT count(*)::int AS count FROM "Presence" WHERE "seenAt" > $1`,
    [ago(ctx, ONLINE_FOR_MS)],
  );
  return row?.count ?? 0;
}

const FOLLOWS_BACK = `EXISTS (SELECT 1 FROM "Follow" back WHERE back."followerId" = u.id AND back."followeeId" = $1)`;
const IS_ACTIVE = `p."activityAt" > $3`;

/** In the order of their names: a list that is asked for every minute must not dance. */
function friendsWhere(condition: string): string {
  const shown = (column: string) =>
    `CASE WHEN ${IS_ACTIVE} THEN p."activity${column}" END AS "${column.toLowerCase()}"`;
  return `SELECT ${personColumns("u")}, ${["Kind", "Label", "Href"].map(shown).join(", ")}
    FROM "Follow" f JOIN "User" u ON u.id = f."followeeId" JOIN "Presence" p ON p."userId" = u.id
   WHERE f."followerId" = $1 AND p."seenAt" > $2 AND u."suspendedAt" IS NULL
     AND (u."presenceVisibility" = 'everyone' OR (u."presenceVisibility" = 'mutuals' AND ${FOLLOWS_BACK}))
     AND ${condition}
   ORDER BY lower(u.name), u.id LIMIT ${MOST_FRIENDS}`;
}

function valuesFor(ctx: Context) {
  return [ctx.actor.id, ago(ctx, ONLINE_FOR_MS), ago(ctx, ACTIVITY_FOR_MS)];
}

function ago({ now }: VisitorContext, ms: number): Date {
  return new Date(now.getTime() - ms);
}

function activityOf({ kind, label, href }: FriendRow) {
  return kind !== null && label !== null && href !== null ? { kind, label, href } : null;
}

function isJoinable(kind: string): boolean {
  return ACTIVITIES[kind as ActivityKind]?.joinable ?? false;
}
