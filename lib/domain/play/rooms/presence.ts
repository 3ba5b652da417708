import { ago, DAY_MS } from "@/lib/domain/kernel/durations";
import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { roomTopic, subjectOf, type TopicKind } from "@/lib/domain/consequences/live/topics";
import { type PersonRow, presentPerson } from "@/lib/domain/accounts/users/present";
import { literal } from "@/lib/infra/database/sql";
import { lockIfOpen, type RoomRecord } from "./access";
import { publishMember } from "./live-events";
import { close } from "./commands";
import { endMembership } from "./membership";
import { findPerson } from "./queries";
import {
  AWAY_AFTER_MS,
  CLOSED_ROOM_RETENTION_DAYS,
  EMPTY_ROOM_CLOSES_AFTER_MS,
  LEFT_AFTER_MS,
  SEEN_EVERY_SECONDS,
  BATCH,
} from "./rules";

export interface Reader {
  userId: string;
  code: string;
}

/**
 * Records who has a stream, in one statement per instance. Returns the members among `readers`: those who were away
 * become present.
 */
export async function noteReaders(ctx: VisitorContext, readers: readonly Reader[]): Promise<Reader[]> {
  const [codes, userIds] = [readers.map(({ code }) => code), readers.map(({ userId }) => userId)];
  const noted = ago(ctx, SEEN_EVERY_SECONDS * 1000);
  const members = await read<Reader & { away: boolean }>(ctx, "rooms.noteReaders")`
    WITH reader AS (
      SELECT m."roomId", m."userId", r.code, m."awayAt" IS NOT NULL AS away
        FROM unnest(${codes}::text[], ${userIds}::text[]) AS wanted(code, "userId")
        JOIN "Room" r ON r.code = wanted.code AND r."closedAt" IS NULL
        JOIN "RoomMember" m ON m."roomId" = r.id AND m."userId" = wanted."userId"),
    seen AS (
      UPDATE "RoomMember" m SET "seenAt" = ${ctx.now}::timestamptz FROM reader
       WHERE (m."roomId", m."userId") = (reader."roomId", reader."userId") AND m."seenAt" < ${noted}::timestamptz)
    SELECT "userId", code, away FROM reader`;
  for (const { away, ...reader } of members) if (away) await setAway(ctx, reader, false);
  return members;
}

/** Marks members without a stream as away, removes those who stayed away, and closes rooms that stayed empty. */
export async function updatePresence(ctx: VisitorContext): Promise<void> {
  for (const member of await unseenSince(ctx, AWAY_AFTER_MS, { away: false })) await setAway(ctx, member, true);
  for (const member of await unseenSince(ctx, LEFT_AFTER_MS, { away: true })) await removeAbsent(ctx, member);
  await closeEmptyRooms(ctx);
}

function unseenSince(ctx: VisitorContext, ms: number, { away }: { away: boolean }): Promise<Reader[]> {
  return read<Reader>(ctx, "rooms.unseen")`
    SELECT m."userId", r.code FROM "RoomMember" m JOIN "Room" r ON r.id = m."roomId"
    WHERE m."seenAt" < ${ago(ctx, ms)} AND (m."awayAt" IS NOT NULL) = ${away}
      AND NOT (${away} AND r.permanent AND r."hostId" = m."userId")
    ORDER BY m."seenAt" LIMIT ${literal(BATCH)}`;
}

async function setAway(ctx: VisitorContext, { userId, code }: Reader, away: boolean): Promise<void> {
  await inRoom(ctx, code, async (tx, room) => {
    const changed = away
      ? write(tx, "rooms.setAway")`
          UPDATE "RoomMember" SET "awayAt" = ${tx.now}
           WHERE "roomId" = ${room.id} AND "userId" = ${userId} AND "awayAt" IS NULL AND "seenAt" < ${ago(tx, AWAY_AFTER_MS)}`
      : write(tx, "rooms.setBack")`
          UPDATE "RoomMember" SET "awayAt" = NULL, "seenAt" = ${tx.now}
           WHERE "roomId" = ${room.id} AND "userId" = ${userId} AND "awayAt" IS NOT NULL`;
    const user = (await changed) > 0 && (await findPerson(tx, userId));
    if (user) await publishMember(tx, room, away ? "away" : "back", presentPerson(user));
  });
}

async function removeAbsent(ctx: VisitorContext, { userId, code }: Reader): Promise<void> {
  await inRoom(ctx, code, async (tx, room) => {
    const [absent] = await read<PersonRow>(tx, "rooms.absent")`
      SELECT u.id, u.name, u.handle, u.image FROM "RoomMember" m JOIN "User" u ON u.id = m."userId"
       WHERE m."roomId" = ${room.id} AND u.id = ${userId} AND m."seenAt" < ${ago(tx, LEFT_AFTER_MS)}`;
    if (absent) await endMembership(tx, room, absent, { what: "left" });
  });
}

async function closeEmptyRooms(ctx: VisitorContext): Promise<void> {
  const empty = await read<{ code: string }>(ctx, "rooms.empty")`
    SELECT code FROM "Room"
     WHERE "closedAt" IS NULL AND NOT permanent AND "emptySince" < ${ago(ctx, EMPTY_ROOM_CLOSES_AFTER_MS)}
     ORDER BY "emptySince" LIMIT ${literal(BATCH)}`;
  for (const { code } of empty)
    await inRoom(ctx, code, async (tx, room) => {
      if (room.membersCount === 0) await close(tx, room);
    });
}

/** Ignores a room that was closed meanwhile. */
async function inRoom(
  ctx: VisitorContext,
  code: string,
  act: (tx: VisitorContext, room: RoomRecord) => Promise<void>,
): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const room = await lockIfOpen(tx, code);
    if (room) await act(tx, room);
  });
}

export async function deleteClosedRooms(ctx: VisitorContext): Promise<void> {
  const before = ago(ctx, CLOSED_ROOM_RETENTION_DAYS * DAY_MS);
  await write(ctx, "rooms.deleteClosed")`
    WITH forgotten AS (
      DELETE FROM "Room" WHERE id IN (SELECT id FROM "Room" WHERE "closedAt" < ${before} ORDER BY "closedAt"
          LIMIT ${literal(BATCH)}) RETURNING code)
    DELETE FROM "LiveTopic" WHERE topic IN (SELECT 'room:' || code FROM forgotten)`;
}

const ENDING = new Set(["left", "removed"]);

/** A room's topic, for its current members. Having a stream of it counts as presence. */
export const roomTopics: TopicKind = {
  async readable(ctx, subscriptions) {
    const readers = subscriptions.map(({ topic, userId }) => ({ userId, code: subjectOf(topic) }));
    const members = readers.length > 0 ? await noteReaders(ctx, readers) : [];
    return members.map(({ userId, code }) => ({ userId, topic: roomTopic(code) }));
  },
  endsAccess: ({ event, data }) =>
    event === "closed" || (event === "member" && "what" in data && ENDING.has(String(data.what))),
};
