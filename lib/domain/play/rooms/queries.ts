import { type Context, read, type VisitorContext } from "@/lib/domain/kernel/context";
import { topicPositions } from "@/lib/domain/consequences/live/events";
import { roomTopic } from "@/lib/domain/consequences/live/topics";
import { mentionsColumn } from "@/lib/domain/kernel/mentions";
import { firstRows, newestFirst, paginate } from "@/lib/domain/kernel/page/keyset";
import type { Page, PageRequest } from "@/lib/domain/kernel/page/schema";
import {
  type PersonColumns,
  personColumns,
  type PersonRow,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import { blockedBy, visiblePerson } from "@/lib/domain/kernel/visibility";
import { literal, type Sql, sql } from "@/lib/infra/database/sql";
import { findRoom, requireMember, requireVisibleHost, type RoomRecord } from "./access";
import {
  isUserMessage,
  type MessageColumns,
  presentMessage,
  presentRoom,
  presentRow,
  type RowColumns,
} from "./present";
import { MAX_MESSAGES, MAX_SYSTEM_MESSAGES } from "./rules";
import type { MessageList, RoomMember, RoomMessage, RoomRow, RoomSnapshot, UserMessage } from "./schema";

/** Above the `seq` of every message: the largest integer of its column. */
const MAX_SEQ = 2_147_483_647;

type ListColumns = RowColumns & { [K in keyof PersonColumns]: PersonColumns[K] | null } & { id: string };

/** Finds the actor's membership of a room; undefined unless they are a member. */
export async function findMembership(
  ctx: Context,
  { id }: Pick<RoomRecord, "id">,
): Promise<{ showDrops: boolean } | undefined> {
  const [membership] = await read<{ showDrops: boolean }>(ctx, "rooms.membership")`
    SELECT "showDrops" FROM "RoomMember" WHERE "roomId" = ${id} AND "userId" = ${ctx.actor.id}`;
  return membership;
}

/** Lists public rooms, the most recently active first. */
export function listRooms(ctx: Context, request: PageRequest): Promise<Page<RoomRow>> {
  return paginate<ListColumns, RoomRow>(request, {
    list: ["rooms"],
    rows: (after, take) => {
      const order = newestFirst({ at: sql`r."lastActiveAt"`, id: sql`r.id` }, after);
      const rooms = sql`
        SELECT r.id, r.code, r.name, r."hostId", r."membersCount", r."maxMembers", r."passwordHash" IS NOT NULL AS "hasPassword", r."lastActiveAt"
          FROM "Room" r WHERE r.public AND r."closedAt" IS NULL AND ${visiblePerson(ctx.actor.id, sql`r."hostId"`)}
          AND ${order}`;
      return read<ListColumns>(ctx, "rooms.list")`
        SELECT r.*, ${personColumns("u")} FROM (${firstRows(take, rooms)}) r
        LEFT JOIN "User" u ON u.id = r."hostId" ORDER BY r."lastActiveAt" DESC, r.id DESC`;
    },
    position: ({ lastActiveAt, id }) => ({ at: lastActiveAt, id }),
    present: (row) => presentRow(row, hostOf(row)),
  });
}

function hostOf({ personId, personName, personHandle, personImage }: ListColumns) {
  if (personId === null || personName === null || personHandle === null) return null;
  return { id: personId, name: personName, handle: personHandle, image: personImage };
}

/** Returns a room with all details to its members; to others, only what the list shows. */
export async function getRoom(ctx: Context, { code }: { code: string }): Promise<RoomSnapshot | RoomRow> {
  const room = await findRoom(ctx, code);
  const membership = await findMembership(ctx, room);
  if (membership) return readSnapshot(ctx, room, membership);
  await requireVisibleHost(ctx, room);
  return presentRow({ ...room, hasPassword: room.passwordHash !== null }, await findHost(ctx, room));
}

/** Lists the messages before a position. @throws DomainError `forbidden` unless the actor is a member */
export async function listOlderMessages(
  ctx: Context,
  { code, before, limit }: { code: string; before: number; limit: number },
): Promise<MessageList> {
  const room = await findRoom(ctx, code);
  await requireMember(ctx, room);
  const condition = sql`m."roomId" = ${room.id} AND m.seq < ${before}`;
  const rows = await readMessages(ctx, "rooms.olderMessages", condition, limit + 1);
  return { messages: rows.slice(0, limit).reverse(), hasOlder: rows.length > limit };
}

/** Lists a room's messages, newest first. @throws DomainError `forbidden` unless the actor is a member */
export async function listMessages(
  ctx: Context,
  { code, ...request }: PageRequest & { code: string },
): Promise<Page<RoomMessage>> {
  const room = await findRoom(ctx, code);
  await requireMember(ctx, room);
  return paginate<RoomMessage, RoomMessage>(request, {
    list: ["room-messages", room.id],
    rows: ({ id: before }, take) => {
      const condition = sql`m."roomId" = ${room.id} AND m.seq < ${before === "" ? MAX_SEQ : Number(before)}`;
      return readMessages(ctx, "rooms.messages", condition, take);
    },
    position: ({ createdAt, seq }) => ({ at: new Date(createdAt), id: String(seq) }),
    present: (message) => message,
  });
}

/**
 * Reads what a member is shown first: the room's `seq` before all else, so that an event in between is duplicated
 * rather than lost.
 */
export async function readSnapshot(
  ctx: Context,
  room: RoomRecord,
  { showDrops }: { showDrops: boolean },
): Promise<RoomSnapshot> {
  const seq = await newestSeq(ctx, room);
  const [host, members, rows, pinned, blockedPeople] = await Promise.all([
    findHost(ctx, room),
    listMembers(ctx, room),
    newestMessages(ctx, room),
    findMessage(ctx, room, room.pinnedId),
    read<{ personId: string }>(ctx, "rooms.blocked")`${blockedBy(ctx.actor.id)}`,
  ]);
  const blocked = blockedPeople.map(({ personId }) => personId);
  const messages = rows.slice(0, MAX_MESSAGES).reverse();
  const hasOlder = (messages[0]?.seq ?? 0) > 0 && (await hasOlderThan(ctx, room, messages[0]!.seq));
  const membership = { showDrops };
  return { room: presentRoom(room, host), members, messages, hasOlder, pinned, seq, blocked, membership };
}

/** Finds a message of a room, deleted or not; null if there is none. */
export async function findMessage(
  ctx: VisitorContext,
  { id: roomId }: Pick<RoomRecord, "id">,
  id: string | null,
): Promise<UserMessage | null> {
  if (id === null) return null;
  const condition = sql`m."roomId" = ${roomId} AND m.id = ${id} AND m.kind = 'message'`;
  const [message] = await readMessages(ctx, "rooms.message", condition, 1);
  return message && isUserMessage(message) ? message : null;
}

async function newestSeq(ctx: VisitorContext, { code }: Pick<RoomRecord, "code">): Promise<number> {
  const topic = roomTopic(code);
  return (await topicPositions(ctx, [topic])).get(topic) ?? 0;
}

async function listMembers(ctx: VisitorContext, { id }: Pick<RoomRecord, "id">): Promise<RoomMember[]> {
  const rows = await read<PersonColumns & { joinedAt: Date; away: boolean }>(ctx, "rooms.members")`
    SELECT ${personColumns("u")}, m."joinedAt", m."awayAt" IS NOT NULL AS away
      FROM "RoomMember" m JOIN "User" u ON u.id = m."userId" WHERE m."roomId" = ${id}
     ORDER BY m."joinedAt", m."userId"`;
  return rows.map((row) => ({ user: presentPersonColumns(row), joinedAt: row.joinedAt.toISOString(), away: row.away }));
}

export async function findHost(ctx: VisitorContext, { hostId }: Pick<RoomRecord, "hostId">): Promise<PersonRow | null> {
  return hostId === null ? null : findPerson(ctx, hostId);
}

/** Finds a person by their id, whether or not anybody may see them; null for nobody. */
export async function findPerson(ctx: VisitorContext, id: string): Promise<PersonRow | null> {
  const [person] = await read<PersonRow>(ctx, "rooms.person")`
    SELECT id, name, handle, image FROM "User" WHERE id = ${id}`;
  return person ?? null;
}

/** Newest first: of each kind, as many as a page keeps. */
function newestMessages(ctx: VisitorContext, { id }: Pick<RoomRecord, "id">): Promise<RoomMessage[]> {
  const newest = (kind: "message" | "system", most: number) =>
    sql`(SELECT id FROM "RoomMessage" WHERE "roomId" = ${id} AND kind = ${literal(`'${kind}'`)} ORDER BY seq DESC
      LIMIT ${literal(most)})`;
  const ids = sql`${newest("message", MAX_MESSAGES)} UNION ALL ${newest("system", MAX_SYSTEM_MESSAGES)}`;
  return readMessages(ctx, "rooms.newestMessages", sql`m.id IN (${ids})`, MAX_MESSAGES);
}

async function hasOlderThan(ctx: VisitorContext, { id }: Pick<RoomRecord, "id">, seq: number): Promise<boolean> {
  const older = await read(ctx, "rooms.older")`
    SELECT 1 FROM "RoomMessage" WHERE "roomId" = ${id} AND seq < ${seq} LIMIT 1`;
  return older.length > 0;
}

/** Newest first. */
async function readMessages(
  ctx: VisitorContext,
  name: "rooms.message" | "rooms.messages" | "rooms.newestMessages" | "rooms.olderMessages",
  condition: Sql,
  limit: number,
): Promise<RoomMessage[]> {
  const rows = await read<MessageColumns>(ctx, name)`
    SELECT m.id, m.seq, m.kind::text AS kind, m.content, m."deletedAt", m."createdAt", ${mentionsColumn("m", ctx.actor?.id ?? "")}, m.what, m.data, m."replyToId",
          quoted.name AS "quoteAuthor", quoted.id AS "quoteAuthorId", quoted.content AS "quoteContent", reacted.reactions, ${personColumns("u")}
     FROM "RoomMessage" m JOIN "User" u ON u.id = m."userId"
     LEFT JOIN LATERAL (SELECT author.name, author.id, q.content FROM "RoomMessage" q
         JOIN "User" author ON author.id = q."userId" WHERE q.id = m."replyToId") quoted ON true
     LEFT JOIN LATERAL (
       SELECT json_object_agg(emoji, "userIds" ORDER BY first) AS reactions FROM (
         SELECT emoji, json_agg("userId" ORDER BY "createdAt", "userId") AS "userIds", min("createdAt") AS first
           FROM "RoomReaction" WHERE "messageId" = m.id GROUP BY emoji) kinds) reacted ON true
    WHERE ${condition} ORDER BY m.seq DESC LIMIT ${limit}`;
  return rows.map(presentMessage);
}
