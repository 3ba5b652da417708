import { idFor, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { publish } from "@/lib/domain/consequences/live/events";
import { roomTopic } from "@/lib/domain/consequences/live/topics";
import type { Person } from "@/lib/domain/accounts/users/schema";
import type { Prisma } from "@/lib/infra/prisma/client";
import type { RoomRecord } from "./access";
import { presentRoom } from "./present";
import { findHost, findMessage } from "./queries";
import type { SystemMessageKind } from "./rules";

type RoomRef = Pick<RoomRecord, "id" | "code">;

type MemberEvent = "joined" | "left" | "removed" | "away" | "back";

export async function publishMember(
  tx: VisitorContext,
  { code }: RoomRef,
  what: MemberEvent,
  user: Person,
): Promise<void> {
  await publish(tx, roomTopic(code), "member", { user, what });
}

export async function publishRoom(tx: VisitorContext, room: RoomRecord): Promise<void> {
  const pinned = await findMessage(tx, room, room.pinnedId);
  await publish(tx, roomTopic(room.code), "room", { room: presentRoom(room, await findHost(tx, room)), pinned });
}

export async function publishHost(tx: VisitorContext, room: RoomRecord, who: Person): Promise<void> {
  await publishRoom(tx, room);
  await addSystemMessage(tx, room, { what: "host", who });
}

/** Adds a system message to a room. Stored like people's messages, so that absent members see it later. */
export async function addSystemMessage(
  tx: VisitorContext,
  room: RoomRef,
  { what, who, data = {} }: { what: SystemMessageKind; who: Person; data?: Prisma.JsonObject },
): Promise<void> {
  const id = idFor(tx, "rmsg");
  const createdAt = tx.now.toISOString();
  const seq = await publish(tx, roomTopic(room.code), "message", { id, kind: "system", what, who, data, createdAt });
  await write(tx, "rooms.insertSystemMessage")`
    INSERT INTO "RoomMessage" (id, "roomId", seq, kind, "userId", what, data, "createdAt")
    VALUES (${id}, ${room.id}, ${seq}, 'system', ${who.id}, ${what}, ${JSON.stringify(data)}::jsonb, ${tx.now})`;
}
