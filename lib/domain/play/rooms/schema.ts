import { z } from "zod";
import { text, visibleLine } from "@/lib/domain/kernel/text/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import { MAX_MESSAGES, MESSAGE_LENGTH, ROOM_NAME, ROOM_PASSWORD, ROOM_SIZE, SYSTEM_MESSAGES } from "./rules";

const name = visibleLine("A room's name", ROOM_NAME);
const password = z
  .string()
  .min(ROOM_PASSWORD.min, `A room's password has ${ROOM_PASSWORD.min}-${ROOM_PASSWORD.max} characters`)
  .max(ROOM_PASSWORD.max, `A room's password has ${ROOM_PASSWORD.min}-${ROOM_PASSWORD.max} characters`);
const size = `A room has room for ${ROOM_SIZE.min}-${ROOM_SIZE.max} people`;
const maxMembers = z.number(size).int(size).min(ROOM_SIZE.min, size).max(ROOM_SIZE.max, size);

export const newRoom = z
  .strictObject({
    name,
    public: z.boolean().default(true).meta({ description: "Whether the list of rooms shows it." }),
    maxMembers: maxMembers.default(ROOM_SIZE.default),
    password: password.optional().meta({ description: "Asked of everybody who joins." }),
  })
  .meta({ id: "NewRoom" });

/** Omitted fields stay unchanged. */
export const roomChange = z
  .strictObject({
    name: name.optional(),
    public: z.boolean().optional(),
    maxMembers: maxMembers.optional(),
    password: password.nullable().optional().meta({ description: "Null removes it." }),
    pinned: z.string().nullable().optional().meta({ description: "The id of a message; null unpins." }),
    host: z.string().optional().meta({ description: "The id of the member to become the host." }),
  })
  .meta({ id: "RoomChange" });

/** Of any length: a password that no room can have is simply wrong. */
export const roomEntry = z
  .strictObject({ password: z.string().optional().meta({ description: "Of a room that has one." }) })
  .meta({ id: "RoomEntry" });

export const newMessage = z
  .strictObject({
    content: text("A message", MESSAGE_LENGTH),
    replyTo: z.string().optional().meta({ description: "The id of the message to reply to." }),
  })
  .meta({ id: "NewRoomMessage" });

export const memberRemoval = z
  .strictObject({
    userId: z.string(),
    ban: z.boolean().default(false).meta({ description: "Whether they cannot join again." }),
  })
  .meta({ id: "MemberRemoval" });

export const membershipChange = z
  .strictObject({ showDrops: z.boolean().meta({ description: "Whether your drops are posted to the room." }) })
  .meta({ id: "RoomMembership", description: "Your settings in a room." });

const count = z.number().int().min(0);
const position = "must be a whole number";

export const olderMessagesQuery = z.object({
  before: z
    .string()
    .regex(/^\d{1,9}$/, position)
    .transform(Number),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, position)
    .transform(Number)
    .pipe(z.number().min(1, position).max(MAX_MESSAGES, `must be at most ${MAX_MESSAGES}`))
    .default(50),
});

export const roomRow = z
  .object({
    code: z.string().meta({ description: "Six letters and digits, in any case.", example: "QX7KPB" }),
    name: z.string().meta({ example: "Brass and balls" }),
    host: person.nullable().meta({ description: "Null while the room is empty." }),
    members: count.meta({ description: "How many people are in it.", example: 3 }),
    maxMembers: z.number().int().meta({ example: ROOM_SIZE.default }),
    hasPassword: z.boolean().meta({ example: false }),
    lastActiveAt: z.iso.datetime(),
  })
  .meta({ id: "RoomItem", description: "A room as everybody sees it." });

export const room = roomRow
  .extend({ public: z.boolean(), createdAt: z.iso.datetime() })
  .meta({ id: "Room", description: "A room as its members see it." });

export const roomMember = z
  .object({ user: person, joinedAt: z.iso.datetime(), away: z.boolean().meta({ example: false }) })
  .meta({ id: "RoomMember", description: "Somebody who is in a room." });

const messageId = z.string().meta({ example: "rmsg_0VhQ3kTzAbCdEfGhIjKlMn" });
const stored = {
  id: messageId,
  seq: count.meta({ description: "Grows with every event of the room.", example: 42 }),
  createdAt: z.iso.datetime(),
};

/** Who reacted, by emoji. */
const reactions = z
  .record(z.string(), z.array(z.string()))
  .meta({ description: "The ids of who reacted, by emoji.", example: { "👍": ["user_0VhPz81mQwErTyUiOpAsDf"] } });

export const userMessage = z
  .object({
    ...stored,
    kind: z.literal("message"),
    author: person,
    content: z.string().meta({ description: "Empty if it was deleted.", example: "Hello, everybody" }),
    deleted: z.boolean().meta({ example: false }),
    mentions: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: "Whom it mentions: the handle as written, and its owner's current handle.", example: null }),
    replyTo: z.string().nullable().meta({ description: "The message that it replies to.", example: null }),
    quote: z
      .object({ author: z.string(), authorId: z.string().optional(), content: z.string() })
      .nullable()
      .meta({ description: "The beginning of the message that it replies to.", example: null }),
    reactions,
  })
  .meta({ id: "RoomUserMessage", description: "What somebody wrote in a room." });

const systemMessage = z
  .object({
    ...stored,
    kind: z.literal("system"),
    what: z.enum(SYSTEM_MESSAGES),
    who: person,
    data: z.record(z.string(), z.unknown()).meta({ example: {} }),
  })
  .meta({ id: "RoomSystemMessage", description: "What happened in a room." });

export const roomMessage = z
  .discriminatedUnion("kind", [userMessage, systemMessage])
  .meta({ id: "RoomMessage", description: "What somebody wrote in a room, or what happened in it." });

export const messageList = z.object({ messages: z.array(roomMessage), hasOlder: z.boolean() });

export const roomSnapshot = z
  .object({
    room,
    members: z.array(roomMember),
    messages: z.array(roomMessage).meta({ description: `The latest ${MAX_MESSAGES}, oldest first.` }),
    hasOlder: z.boolean().meta({ example: false }),
    pinned: userMessage.nullable(),
    seq: count.meta({ description: "The `seq` of the newest event included.", example: 42 }),
    blocked: z
      .array(z.string())
      .meta({ description: "The ids of all whom you have blocked: fold what they say.", example: [] }),
    membership: z.object({ showDrops: z.boolean() }).meta({ description: "Your own settings in the room." }),
  })
  .meta({ id: "RoomSnapshot", description: "A room, its members and its latest messages." });

export const reactionState = z
  .object({ reactions })
  .meta({ id: "ReactionState", description: "The reactions to a message." });

export type NewRoom = z.output<typeof newRoom>;
export type RoomChange = z.output<typeof roomChange>;
export type RoomRow = z.output<typeof roomRow>;
export type Room = z.output<typeof room>;
export type RoomMember = z.output<typeof roomMember>;
export type UserMessage = z.output<typeof userMessage>;
export type SystemMessage = z.output<typeof systemMessage>;
export type RoomMessage = z.output<typeof roomMessage>;
export type RoomSnapshot = z.output<typeof roomSnapshot>;
export type MessageList = z.output<typeof messageList>;
