import { z } from "zod";
import { text, visibleLine } from "@/lib/domain/text";
import { person } from "@/lib/domain/users/schema";
import { MAX_MESSAGES, MESSAGE_LENGTH, ROOM_NAME, ROOM_PASSWORD, ROOM_SIZE, SYSTEM_MESSAGES } from "./rules";

const name = visibleLine("A room's name", ROOM_NAME);
const password = z
  .string()
  .min(ROOM_PASSWORD.min, `A room's password has ${ROOM_PASSWORD.min}-${ROOM_PASSWORD.max} characters`)
  .max(ROOM_PASSWORD.max, `A room's password has ${ROOM_PASSWORD.min}-${ROOM_PASSWORD.max} characters`);
const size = `A room has room for ${ROOM_SIZE.min}-${ROOM_SIZE.max} people`;
const maxMembers = z.number(size).int(size).min(ROOM_SIZE.min, size).max(ROOM_SIZE.max, size);

/** The body of a new room. */
export const newRoom = z.strictObject({
  name,
  public: z.boolean().default(true),
  maxMembers: maxMembers.default(ROOM_SIZE.default),
  password: password.optional(),
});

/** What the host may change; omitted fields stay. */
export const roomChange = z.strictObject({
  name: name.optional(),
  public: z.boolean().optional(),
  maxMembers: maxMembers.optional(),
  /** Null removes it. */
  password: password.nullable().optional(),
  /** The id of a message; null unpins. */
  pinned: z.string().nullable().optional(),
  /** The id of the member to become the host. */
  host: z.string().optional(),
});

/** Of any length: a password that no room can have is simply wrong. */
export const roomEntry = z.strictObject({ password: z.string().optional() });

export const newMessage = z.strictObject({
  content: text("A message", MESSAGE_LENGTH),
  replyTo: z.string().optional(),
});

export const memberRemoval = z.strictObject({ userId: z.string(), ban: z.boolean().default(false) });

export const membershipChange = z.strictObject({ showDrops: z.boolean() });

const count = z.number().int().min(0);
const position = "must be a whole number";

/** The position of a reader who scrolls up. */
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

/** A room as everybody sees it. */
export const roomRow = z.object({
  code: z.string(),
  name: z.string(),
  /** Null while the room is empty. */
  host: person.nullable(),
  members: count,
  maxMembers: z.number().int(),
  hasPassword: z.boolean(),
  lastActiveAt: z.iso.datetime(),
});

/** A room as its members see it. */
export const room = roomRow.extend({ public: z.boolean(), createdAt: z.iso.datetime() });

export const roomMember = z.object({ user: person, joinedAt: z.iso.datetime(), away: z.boolean() });

const stored = { id: z.string(), seq: count, createdAt: z.iso.datetime() };

/** Who reacted, by emoji. */
export const reactions = z.record(z.string(), z.array(z.string()));

export const userMessage = z.object({
  ...stored,
  kind: z.literal("message"),
  author: person,
  /** Empty if it was deleted. */
  content: z.string(),
  deleted: z.boolean(),
  /** Whom the content mentions: the handle as written → its owner's current handle. */
  mentions: z.record(z.string(), z.string()).nullable(),
  replyTo: z.string().nullable(),
  /** The beginning of the message that it replies to. */
  quote: z.object({ author: z.string(), authorId: z.string().optional(), content: z.string() }).nullable(),
  reactions,
});

export const systemMessage = z.object({
  ...stored,
  kind: z.literal("system"),
  what: z.enum(SYSTEM_MESSAGES),
  who: person,
  data: z.record(z.string(), z.unknown()),
});

export const roomMessage = z.discriminatedUnion("kind", [userMessage, systemMessage]);

export const messageList = z.object({ messages: z.array(roomMessage), hasOlder: z.boolean() });

export const roomSnapshot = z.object({
  room,
  members: z.array(roomMember),
  /** Oldest first. */
  messages: z.array(roomMessage),
  hasOlder: z.boolean(),
  pinned: userMessage.nullable(),
  /** The `seq` of the newest event included. */
  seq: count,
  /** The ids of people whom the viewer has blocked, in the room or not: what they say is folded. */
  blocked: z.array(z.string()),
  /** The viewer's own settings in the room. */
  membership: z.object({ showDrops: z.boolean() }),
});

export const reactionState = z.object({ reactions });

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
