import { type Context, idFor, inTransaction, read, write } from "@/lib/domain/kernel/context";
import { forbidden, invalid, notFound, conflict } from "@/lib/domain/kernel/errors";
import { record } from "@/lib/domain/consequences/events/commands";
import { publish, redactEvents, signal } from "@/lib/domain/consequences/live/events";
import { roomTopic } from "@/lib/domain/consequences/live/topics";
import { findMentions, type Mentions } from "@/lib/domain/kernel/mentions";
import { recordUndone } from "@/lib/domain/consequences/incoming/acts";
import { retract } from "@/lib/domain/consequences/notifications/commands";
import { lockAccount } from "@/lib/domain/kernel/locks";
import { presentPerson } from "@/lib/domain/accounts/users/present";
import { findRoom, lockActiveRoom, lockRoom, requireMember, type RoomRecord } from "./access";
import { publishRoom } from "./live-events";
import { updateRoom } from "./commands";
import { quoted } from "./present";
import { findMessage } from "./queries";
import type { UserMessage } from "./schema";
import { completeEmoji, isEmoji, MAX_REACTION_KINDS, SELECTOR } from "./rules";

/**
 * Sends a message to a room.
 * @throws DomainError `not_found`, `forbidden` unless the actor is a member, `invalid_request` for a reply to an
 *   unknown message
 */
export function sendMessage(
  ctx: Context,
  { code, content, replyTo }: { code: string; content: string; replyTo?: string },
): Promise<UserMessage> {
  return inTransaction(ctx, async (tx) => {
    const named = await findMentions(tx, content);
    // `notify` locks the actor's account, and accounts are locked before rooms.
    if (named) await lockAccount(tx, tx.actor.id);
    const room = await lockActiveRoom(tx, code);
    await requireMember(tx, room);
    const original = replyTo === undefined ? null : await findMessage(tx, room, replyTo);
    if (replyTo !== undefined && (!original || original.deleted))
      throw invalid([{ param: "replyTo", message: "There is no such message in this room to reply to" }]);
    const mentions = named && (await membersAmong(tx, room, named));
    const id = idFor(tx, "rmsg");
    const message = {
      id,
      kind: "message" as const,
      author: presentPerson(tx.actor),
      content,
      deleted: false,
      mentions: mentions ? Object.fromEntries(Object.keys(mentions).map((handle) => [handle, handle])) : null,
      replyTo: original?.id ?? null,
      quote: original && quoteOf(original),
      reactions: {},
      createdAt: tx.now.toISOString(),
    };
    const seq = await publish(tx, roomTopic(room.code), "message", message);
    await write(tx, "rooms.insertMessage")`
      INSERT INTO "RoomMessage" (id, "roomId", seq, kind, "userId", content, "replyToId", mentions, "createdAt")
      VALUES (${id}, ${room.id}, ${seq}, 'message', ${tx.actor.id}, ${content}, ${message.replyTo},
              ${mentions && JSON.stringify(mentions)}::jsonb, ${tx.now})`;
    if (mentions) await notifyMentioned(tx, room, { id, content, mentions });
    return { ...message, seq };
  });
}

function quoteOf({ author, content }: UserMessage): UserMessage["quote"] {
  return { author: author.name, authorId: author.id, content: quoted(content) };
}

/** Messages are visible to members only, so nobody else is notified. */
async function membersAmong(tx: Context, { id }: RoomRecord, named: Mentions): Promise<Mentions> {
  const members = await read<{ userId: string }>(tx, "rooms.membersAmong")`
    SELECT "userId" FROM "RoomMember" WHERE "roomId" = ${id} AND "userId" = ANY (${Object.values(named)}::text[])`;
  const ids = new Set(members.map(({ userId }) => userId));
  return Object.fromEntries(Object.entries(named).filter(([, userId]) => ids.has(userId)));
}

async function notifyMentioned(
  tx: Context,
  { code }: RoomRecord,
  { id, content, mentions }: { id: string; content: string; mentions: Mentions },
): Promise<void> {
  const userIds = Object.values(mentions);
  if (userIds.length === 0) return;
  const notifications = [{ userIds, preview: content, link: `/rooms/${code}#${id}`, roomMessageId: id }];
  await record(tx, "user.mentioned", { userIds }, { subjectId: id, notifications });
}

/**
 * Deletes a message: it keeps its position, without its content and reactions. Deleting it again does nothing.
 * @throws DomainError `not_found`, `forbidden` unless the actor wrote it or is the host
 */
export function deleteMessage(ctx: Context, { code, id }: { code: string; id: string }): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const room = await lockRoom(tx, code);
    await requireMember(tx, room);
    const message = await findMessage(tx, room, id);
    if (!message) throw notFound();
    if (message.author.id !== tx.actor.id && room.hostId !== tx.actor.id)
      throw forbidden("Only its author and the room's host can delete a message.");
    if (!message.deleted) await redactMessage(tx, room, message);
  });
}

/** Deletes a message by its id, for a moderator, who need not be a member. Does nothing if it is gone. */
export async function removeMessage(tx: Context, id: string): Promise<void> {
  const [open] = await read<{ code: string }>(tx, "rooms.ofMessage")`
    SELECT r.code FROM "RoomMessage" m JOIN "Room" r ON r.id = m."roomId" WHERE m.id = ${id} AND r."closedAt" IS NULL`;
  if (!open) return;
  const room = await lockRoom(tx, open.code);
  const message = await findMessage(tx, room, id);
  if (message && !message.deleted) await redactMessage(tx, room, message);
}

async function redactMessage(tx: Context, room: RoomRecord, { id, author }: UserMessage): Promise<void> {
  await write(tx, "rooms.redactMessage")`
    UPDATE "RoomMessage" SET content = '', mentions = NULL, "deletedAt" = ${tx.now} WHERE id = ${id}`;
  await write(tx, "rooms.deleteReactions")`DELETE FROM "RoomReaction" WHERE "messageId" = ${id}`;
  await retract(tx, "MENTION", id, author.id);
  await recordUndone(tx, { kind: "mention", subjectId: id });
  await redactEvents(tx, roomTopic(room.code), {
    where: { id, kind: "message" },
    data: { content: "", deleted: true, mentions: null },
  });
  await redactEvents(tx, roomTopic(room.code), { where: { replyTo: id }, data: { quote: null } });
  await publish(tx, roomTopic(room.code), "message.updated", { id, deleted: true, reactions: {} });
  if (room.pinnedId !== id) return;
  await publishRoom(tx, await updateRoom(tx, { ...room, pinnedId: null }));
}

/** @throws DomainError `not_found`, `forbidden` unless the actor is a member */
async function lockMessage(
  tx: Context,
  { code, id }: { code: string; id: string },
): Promise<{ room: RoomRecord; message: UserMessage }> {
  const room = await lockRoom(tx, code);
  await requireMember(tx, room);
  const message = await findMessage(tx, room, id);
  if (!message || message.deleted) throw notFound();
  return { room, message };
}

export async function noteTyping(ctx: Context, { code }: { code: string }): Promise<void> {
  const room = await findRoom(ctx, code);
  await requireMember(ctx, room);
  signal(ctx, roomTopic(room.code), "typing", { user: presentPerson(ctx.actor) });
}

interface ReactionInput {
  code: string;
  id: string;
  emoji: string;
}

type Reactions = Record<string, string[]>;

/**
 * Reacts to a message with an emoji. Repeating it does nothing.
 * @throws DomainError `invalid_request` for text that is not an emoji, `conflict` for too many different ones
 */
export async function addReaction(
  ctx: Context,
  { code, id, emoji: typed }: ReactionInput,
): Promise<{ reactions: Reactions }> {
  return inTransaction(ctx, async (tx) => {
    const { room, message } = await lockMessage(tx, { code, id });
    rejectOtherText(typed);
    const emoji = completeEmoji(typed);
    const { [emoji]: known, ...others } = message.reactions;
    if (known?.includes(tx.actor.id)) return { reactions: message.reactions };
    if (!known && Object.keys(others).length >= MAX_REACTION_KINDS)
      throw conflict(`A message has at most ${MAX_REACTION_KINDS} kinds of reactions. Use one of those.`);
    await write(tx, "rooms.insertReaction")`
      INSERT INTO "RoomReaction" ("messageId", emoji, "userId", "createdAt")
      VALUES (${id}, ${emoji}, ${tx.actor.id}, ${tx.now})`;
    return { reactions: await publishReactions(tx, room, id) };
  });
}

export async function removeReaction(
  ctx: Context,
  { code, id, emoji }: ReactionInput,
): Promise<{ reactions: Reactions }> {
  return inTransaction(ctx, async (tx) => {
    const { room, message } = await lockMessage(tx, { code, id });
    rejectOtherText(emoji);
    const count = await write(tx, "rooms.deleteReaction")`
      DELETE FROM "RoomReaction" WHERE "messageId" = ${id} AND "userId" = ${tx.actor.id}
       AND replace(emoji, ${SELECTOR}, '') = ${emoji.replaceAll(SELECTOR, "")}`;
    return { reactions: count === 0 ? message.reactions : await publishReactions(tx, room, id) };
  });
}

async function publishReactions(tx: Context, room: RoomRecord, id: string): Promise<Reactions> {
  const reactions = (await findMessage(tx, room, id))?.reactions ?? {};
  await publish(tx, roomTopic(room.code), "message.updated", { id, deleted: false, reactions });
  return reactions;
}

function rejectOtherText(emoji: string): void {
  if (!isEmoji(emoji)) throw invalid([{ param: "emoji", message: "emoji must be one emoji" }]);
}
