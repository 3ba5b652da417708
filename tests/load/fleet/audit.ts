import { models } from "@/lib/domain/kernel/models";
import { setTimeout as sleep } from "node:timers/promises";
import { auditCoins } from "@/lib/domain/play/coins/audit";
import { createContext, read } from "@/lib/domain/kernel/context";
import { database } from "@/lib/infra/database/db";
import { storage } from "@/lib/infra/storage/storage";
import { UserError } from "@/scripts/tools/terminal";
import type { Person } from "./person";
import type { Receiver } from "./receiver";

const DELIVERY_TIMEOUT_MS = 120_000;

/** For one kind of act: what was acknowledged, what is in the database, and the differences. */
export interface Comparison {
  kind: string;
  acknowledged: number;
  stored: number;
  problems: string[];
}

/** Checks that everything acknowledged to anybody is in the database exactly once, and nothing else. */
export async function compareActs(people: readonly Person[]): Promise<Comparison[]> {
  const userIds = people.map(({ account }) => account.id);
  const { prisma } = database();
  const mine = { userId: { in: userIds } };
  const authored = { authorId: { in: userIds } };
  const [posts, likes, comments, messages, follows, images, drops] = await Promise.all([
    prisma.post.findMany({ where: authored, select: { id: true } }),
    prisma.like.findMany({ where: mine, select: { userId: true, postId: true } }),
    prisma.comment.findMany({ where: authored, select: { id: true } }),
    prisma.roomMessage.findMany({ where: { ...mine, kind: "message" }, select: { id: true } }),
    prisma.follow.findMany({ where: { followerId: { in: userIds } }, include: { followee: true } }),
    prisma.media.findMany({ where: { ownerId: { in: userIds } }, select: { id: true } }),
    prisma.drop.groupBy({ by: ["userId"], where: mine, _count: true }),
  ]);
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id);
  const dropsOf = new Map(drops.map(({ userId, _count }) => [userId, _count]));
  const numbered = (userId: string, count: number) => Array.from({ length: count }, (_, n) => `${userId} ${n}`);
  const all = (ids: (person: Person) => Iterable<string>) => people.flatMap((person) => [...ids(person)]);
  return [
    compare(
      "posts",
      all(({ done }) => done.posts),
      idsOf(posts),
    ),
    compare(
      "likes",
      all(({ account, done }) => [...done.likes].map((postId) => `${account.id} ${postId}`)),
      likes.map(({ userId, postId }) => `${userId} ${postId}`),
    ),
    compare(
      "comments",
      all(({ done }) => done.comments),
      idsOf(comments),
    ),
    compare(
      "room messages",
      all(({ done }) => done.messages),
      idsOf(messages),
    ),
    compare(
      "follows",
      all(({ account, done }) => [...done.follows].map((handle) => `${account.id} ${handle}`)),
      follows.map(({ followerId, followee }) => `${followerId} ${followee.handle}`),
    ),
    compare(
      "uploads",
      all(({ done }) => done.images),
      idsOf(images),
    ),
    compare(
      "bets",
      all(({ account, done }) => numbered(account.id, done.bets)),
      userIds.flatMap((userId) => numbered(userId, dropsOf.get(userId) ?? 0)),
    ),
  ];
}

function compare(kind: string, acknowledged: string[], stored: string[]): Comparison {
  const [claimed, kept] = [new Set(acknowledged), new Set(stored)];
  return {
    kind,
    acknowledged: claimed.size,
    stored: stored.length,
    problems: [
      ...acknowledged.filter((id) => !kept.has(id)).map((id) => `${kind}: ${id} was acknowledged and is lost`),
      ...stored.filter((id) => !claimed.has(id)).map((id) => `${kind}: ${id} is stored, but was never acknowledged`),
    ],
  };
}

/** Checks balances, counters and files against the rows they sum up. */
export async function auditState(): Promise<string[]> {
  const ctx = createContext({ actor: null, channel: "session" });
  const coins = await auditCoins(ctx);
  const counters = await read<{ id: string }>(ctx, "audit.counters")`
    SELECT p.id FROM "Post" p
     WHERE p."likesCount" <> (SELECT count(*) FROM "Like" l WHERE l."postId" = p.id)
        OR p."commentsCount" <> (SELECT count(*) FROM "Comment" c WHERE c."postId" = p.id)`;
  const media = await models(ctx).media.findMany();
  const files = await Promise.all(media.map(async ({ storageKey }) => (await storage().get(storageKey)) !== null));
  return [
    ...coins.violations.map(({ subject, problem }) => `${subject}: ${problem}`),
    ...counters.map(({ id }) => `${id} counts other likes or comments than it has`),
    ...media.filter((_, n) => !files[n]).map(({ id }) => `${id} has no file`),
  ];
}

export interface DeliveryAudit {
  deliveries: number;
  /** How many deliveries arrived again, with the same id and body. */
  repeated: number;
  problems: string[];
}

/**
 * Every event must have one delivery to its account's endpoint, which arrived under one id, and the numbers by which a
 * receiver sorts must follow the events without gaps.
 */
export async function auditDeliveries({ arrivals, bodies, altered }: Receiver): Promise<DeliveryAudit> {
  const { prisma } = database();
  const deliveries = await prisma.delivery.findMany({
    orderBy: [{ endpointId: "asc" }, { sequence: "asc" }],
  });
  const owners = (await prisma.webhookEndpoint.findMany({ select: { userId: true } })).map(({ userId }) => userId);
  const events = await prisma.event.findMany({
    where: { userId: { in: owners } },
    select: { id: true, position: true },
  });
  const positions = new Map(events.map(({ id, position }) => [id, position]));
  const known = new Set(deliveries.map(({ id }) => id));
  const delivered = new Set(deliveries.map(({ eventId }) => eventId));
  return {
    deliveries: deliveries.length,
    repeated: [...arrivals.values()].reduce((sum, count) => sum + count - 1, 0),
    problems: [
      ...events.filter(({ id }) => !delivered.has(id)).map(({ id }) => `${id} has no delivery`),
      ...(delivered.size === deliveries.length ? [] : ["An event has two deliveries for one endpoint"]),
      ...deliveries
        .filter(({ id, status, body }) => status !== "delivered" || bodies.get(id) !== body)
        .map(({ id, status }) => `${id} is ${status}, and arrived ${arrivals.get(id) ?? 0} times`),
      ...[...arrivals.keys()].filter((id) => !known.has(id)).map((id) => `${id} arrived, and nobody committed it`),
      ...deliveries.flatMap((delivery, n) => disorderOf(positions, delivery, deliveries[n - 1])),
      ...[...altered].map((id) => `${id} arrived with different bodies`),
    ],
  };
}

interface Sequenced {
  id: string;
  endpointId: string;
  sequence: number;
  eventId: string | null;
}

/** The problem of a delivery's order after the previous one, which may be to another endpoint. */
function disorderOf(
  positions: ReadonlyMap<string, bigint>,
  { id, endpointId, sequence, eventId }: Sequenced,
  before: Sequenced | undefined,
): string[] {
  const positionOf = (event: string | null) => positions.get(event ?? "") ?? -1n;
  const previous = before?.endpointId === endpointId ? before : undefined;
  return [
    ...(sequence === (previous?.sequence ?? 0) + 1
      ? []
      : [`${id} is number ${sequence}, and the one before is missing`]),
    ...(previous && positionOf(previous.eventId) >= positionOf(eventId) ? [`${id} comes after a later event`] : []),
  ];
}

/** Resolves when no delivery is pending. */
export async function allDelivered(): Promise<void> {
  const pending = () => database().prisma.delivery.count({ where: { status: "pending" } });
  for (const deadline = Date.now() + DELIVERY_TIMEOUT_MS; (await pending()) > 0; await sleep(200))
    if (Date.now() > deadline) throw new UserError(`${await pending()} deliveries were not made in time.`);
}
