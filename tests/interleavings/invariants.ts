import { createContext, read } from "@/lib/domain/kernel/context";
import { type Invariant, type Violation } from "@/lib/domain/kernel/invariant";
import { listNotifications } from "@/lib/domain/consequences/notifications/queries";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { listFeed } from "@/lib/domain/writing/posts/queries";
import { quoted, sql } from "@/lib/infra/database/sql";
import { INVARIANTS } from "@/scripts/tools/check/sections";
import { violationsOfAll } from "@/tests/support/invariants";
import type { Run } from "./run";
import type { Stage } from "./world";

/** Returns what is wrong once everybody is done. */
export async function violationsOf({ monitor }: Stage, run: Run): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const [row] = await read<{ problems: string[] }>(ctx, "interleavings.invariants")`
    SELECT array(${violationsOfAll([...INVARIANTS, ...OWN])}) AS problems`;
  const { violations } = await auditCoins(ctx);
  const { rows: open } = await monitor.query<{ query: string }>(
    `SELECT query FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND state LIKE 'idle in transaction%'`,
  );
  return [
    ...(row?.problems ?? []),
    ...violations.map(({ subject, problem }) => `coins: ${subject} ${problem}`),
    ...open.map(({ query }) => `a transaction was left open after ${query}`),
    ...(await lostRows(run)),
    ...(await lostDeliveries(run)),
    ...(await skippedEvents(run)),
    ...(await shownInSpite(run)),
    ...run.heldTwice,
  ];
}

const OWN: readonly Invariant[] = [
  {
    description: "nobody follows somebody with whom there is a block",
    violations: sql`SELECT f."followerId" AS subject, 'follows ' || f."followeeId" AS problem FROM "Follow" f
      JOIN "HiddenPerson" h ON h.reason <> 'muted'
       AND (h."viewerId", h."personId") IN ((f."followerId", f."followeeId"), (f."followeeId", f."followerId"))`,
  },
  {
    description: "a notification is about what there is",
    violations: sql`SELECT n.id AS subject, 'is about ' || n."subjectId" || ', which is not there' AS problem
      FROM "Notification" n
     WHERE starts_with(n."subjectId", 'post_') AND NOT EXISTS (SELECT FROM "Post" p WHERE p.id = n."subjectId")
        OR starts_with(n."subjectId", 'cmt_') AND NOT EXISTS (SELECT FROM "Comment" c WHERE c.id = n."subjectId")`,
  },
  {
    description: "a notification of a like or follow is taken back with it",
    violations: sql`SELECT n.id AS subject, 'tells of what ' || n."actorId" || ' took back' AS problem
      FROM "Notification" n WHERE n."readAt" IS NULL AND (
        n.type = 'LIKE' AND starts_with(n."subjectId", 'post_') AND NOT EXISTS (
          SELECT FROM "Like" l WHERE l."userId" = n."actorId" AND l."postId" = n."subjectId")
        OR n.type = 'FOLLOW' AND NOT EXISTS (
          SELECT FROM "Follow" f WHERE f."followerId" = n."actorId" AND f."followeeId" = n."userId"))`,
  },
  {
    description: "nobody is notified twice of one act",
    violations: sql`SELECT "userId" AS subject, 'has ' || count(*) || ' notifications of ' || type || ' ' || "subjectId" AS problem
      FROM "Notification" WHERE type IN ('LIKE', 'COMMENT', 'MENTION', 'QUOTE') GROUP BY "userId", "actorId", type, "subjectId"
      HAVING count(*) > 1`,
  },
  {
    description: "a scheduled post is posted once",
    violations: sql`SELECT "authorId" AS subject, 'posted it ' || count(*) || ' times' AS problem FROM "Post"
      WHERE content = 'From the past' GROUP BY "authorId" HAVING count(*) > 1`,
  },
  {
    description: "an account pins one post",
    violations: sql`SELECT "authorId" AS subject, 'pins ' || count(*) AS problem FROM "Post"
      WHERE "pinnedAt" IS NOT NULL GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    description: "a key has one secret that does not end",
    violations: sql`SELECT "keyId" AS subject, 'has ' || count(*) || ' secrets without an end' AS problem FROM "ApiSecret"
      WHERE "endsAt" IS NULL GROUP BY 1 HAVING count(*) <> 1`,
  },
  {
    description: "what an account owns ends with it",
    violations: sql`SELECT u.id AS subject, 'is closed, and still has posts, follows or endpoints that are on' AS problem
      FROM "User" u WHERE u."closedAt" IS NOT NULL AND (
        EXISTS (SELECT FROM "Post" p WHERE p."authorId" = u.id AND p."deletedAt" IS NULL)
        OR EXISTS (SELECT FROM "Follow" f WHERE u.id IN (f."followerId", f."followeeId"))
        OR EXISTS (SELECT FROM "WebhookEndpoint" e WHERE e."userId" = u.id AND e.enabled))`,
  },
  {
    description: "two people have one open duel",
    violations: sql`SELECT pair AS subject, 'has ' || count(*) || ' open duels' AS problem FROM "Duel"
      WHERE "closedAt" IS NULL GROUP BY 1 HAVING count(*) > 1`,
  },
];

/** What an act said to have made is there, if only as deleted. */
async function lostRows({ made }: Run): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const lost: string[] = [];
  for (const table of new Set(made.values())) {
    const ids = [...made].flatMap(([id, name]) => (name === table ? [id] : []));
    const rows = await read<{ id: string }>(ctx, `interleavings.made.${table}`)`
      SELECT asked.id FROM unnest(${ids}::text[]) asked (id)
       WHERE NOT EXISTS (SELECT FROM ${quoted(table)} t WHERE t.id = asked.id)`;
    lost.push(...rows.map(({ id }) => `${table} ${id} was made, and is not there`));
  }
  return lost;
}

/** Every public event of an account has one delivery for each endpoint that asked for all events all the time. */
async function lostDeliveries({ world, changedEndpoints }: Run): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const endpoints = world.endpoints.filter((id) => !changedEndpoints.has(id));
  const rows = await read<Violation>(ctx, "interleavings.deliveries")`
    SELECT e.id AS subject, 'has ' || (SELECT count(*) FROM "Delivery" d WHERE d."endpointId" = e.id AND d."eventId" = v.id)
           || ' deliveries of ' || v.name || ' ' || v.id AS problem
      FROM "WebhookEndpoint" e JOIN "Event" v ON v."userId" = e."userId"
     WHERE e.id = ANY (${endpoints}::text[]) AND v."createdAt" > e."createdAt" AND v.name NOT LIKE 'incoming.%' AND e.enabled
       AND (SELECT count(*) FROM "Delivery" d WHERE d."endpointId" = e.id AND d."eventId" = v.id) <> 1`;
  return rows.map(({ subject, problem }) => `${subject} ${problem}`);
}

/** Who reads on where they stopped misses nothing: no event is committed behind one that could be read. */
async function skippedEvents({ read: seen }: Run): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const skipped: string[] = [];
  for (const [userId, positions] of seen) {
    const rows = await read<{ position: number }>(ctx, "interleavings.positions")`
      SELECT position::float8 FROM "Event" WHERE "userId" = ${userId} AND position <= ${positions.at(-1) ?? 0}::bigint ORDER BY position`;
    const missed = rows.filter(({ position }) => !positions.includes(position));
    skipped.push(...missed.map(({ position }) => `a reader of ${userId} never saw event ${position}`));
  }
  return skipped;
}

/** Nobody is shown anything of somebody with whom there is a block. */
async function shownInSpite({ world, size }: Run): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const blocks = await read<{ viewerId: string; personId: string }>(ctx, "interleavings.blocks")`
    SELECT "viewerId", "personId" FROM "HiddenPerson" WHERE reason <> 'muted'`;
  if (blocks.length === 0) return [];
  const shown: string[] = [];
  for (const viewer of world.people.slice(0, size)) {
    const hidden = blocks.filter(({ viewerId }) => viewerId === viewer.actor.id).map(({ personId }) => personId);
    if (hidden.length === 0) continue;
    const [notifications, feed] = await Promise.all([
      listNotifications(viewer, { limit: 50 }),
      listFeed(viewer, { limit: 50 }),
    ]);
    const named = JSON.stringify([notifications.data, feed.data]);
    shown.push(
      ...hidden.filter((id) => named.includes(id)).map((id) => `${viewer.actor.name} is shown ${id}, who is blocked`),
    );
  }
  return shown;
}
