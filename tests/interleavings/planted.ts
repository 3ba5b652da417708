import { changed, type Planted } from "@/tests/support/changed-statements";

/** An act that commits in the middle, before a statement. */
const commitsBefore = (mistake: string, statement: string): Planted => ({
  mistake,
  fault: ({ name }) => (name === statement ? "commits before" : undefined),
});

const LOCK = /FOR (NO KEY )?UPDATE( SKIP LOCKED| NOWAIT)?/;
const withoutLock = (mistake: string, ...statements: string[]) =>
  changed(mistake, Object.fromEntries(statements.map((name) => [name, [LOCK, ""]])));

export const PLANTED: readonly Planted[] = [
  withoutLock("a ledger is not locked before its coins move", "coins.lock"),
  changed("a balance is written as it was read", {
    "coins.lock": [LOCK, ""],
    "coins.move": [
      "SET coins = coins +",
      `SET coins = (SELECT o.coins FROM "Profile" o WHERE o."userId" = "Profile"."userId") +`,
    ],
  }),
  changed("a balance may fall below zero", {
    "coins.lock": [LOCK, ""],
    "coins.move": [/coins BETWEEN (\$\d+::bigint AND \$\d+::bigint)/, "(coins BETWEEN $1) IS NOT NULL"],
  }),
  changed("likes are counted from what was read before", {
    "engagement.count.likes": [
      `"likesCount" = "likesCount" +`,
      `"likesCount" = (SELECT o."likesCount" FROM "Post" o WHERE o.id = "Post".id) +`,
    ],
  }),
  changed("a like that is taken back from a deleted post is not counted", {
    "engagement.count.likes": [/OR (\$\d+::int) < 0/, "AND $1 < 9"],
  }),
  changed("a post is deleted twice", { "posts.delete": [`AND "deletedAt" IS NULL`, ""] }),
  commitsBefore("a like is committed before it is counted", "engagement.count.likes"),
  commitsBefore("a ball is dropped before its coins move", "coins.move"),
  commitsBefore("an event is committed before its act", "posts.insert"),
  commitsBefore("a follow is committed before its counts", "follows.count"),
  withoutLock("accounts are not locked before they follow or block", "users.lockAll", "users.lockOpen"),
  changed("accounts are locked in the opposite order", { "users.lockAll": ["ORDER BY id", "ORDER BY id DESC"] }),
  changed("an account numbers its events from what was read before", {
    "events.insert": [
      `"eventPosition" = "eventPosition" +`,
      `"eventPosition" = (SELECT o."eventPosition" FROM "User" o WHERE o.id = "User".id) +`,
    ],
  }),
  commitsBefore("an event is committed before its deliveries", "webhooks.outbox"),
  changed("a delivery is claimed that another worker has", {
    "deliveries.claim": [
      /WHERE current\.engine = excluded\.engine OR current\."endsAt" < ([^]*)AND \(d\."leaseToken" IS NULL OR d\."leaseEndsAt" < [^\n]*/,
      'WHERE true OR current."endsAt" < $1',
    ],
  }),
  changed("a scheduled post is read where it should be taken", {
    "scheduled.claim": [
      /DELETE FROM "ScheduledPost" (WHERE[^]*) RETURNING ([^]*)$/,
      `SELECT $2 FROM "ScheduledPost" $1`,
    ],
  }),
  changed("pinning a post keeps the one that was pinned", {
    "posts.unpinOther": [`AND id <> $2`, `AND id <> $2 AND false`],
  }),
  withoutLock(
    "an account that closes does not lock those who follow it",
    "accounts.lockForClosing",
    "accounts.lockForClosing.again",
  ),
  withoutLock("a key is not locked while its secret is replaced", "keys.lock", "users.lockOpen"),
  withoutLock("a duel is settled without its lock", "duels.lock", "users.lockAll"),
];
