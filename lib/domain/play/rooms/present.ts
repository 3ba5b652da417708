import {
  type PersonColumns,
  type PersonRow,
  presentPerson,
  presentPersonColumns,
} from "@/lib/domain/accounts/users/present";
import { truncate } from "@/lib/domain/kernel/text/characters";
import type { RoomMessage as Stored } from "@/lib/infra/prisma/client";
import type { RoomRecord } from "./access";
import { completeEmoji, MAX_QUOTE, type SystemMessageKind } from "./rules";
import type { Room, RoomMessage, RoomRow, UserMessage } from "./schema";

type Host = PersonRow | null;

export type RowColumns = Pick<RoomRecord, "code" | "name" | "membersCount" | "maxMembers" | "lastActiveAt"> & {
  hasPassword: boolean;
};

export function presentRow(row: RowColumns, host: Host): RoomRow {
  return {
    code: row.code,
    name: row.name,
    host: host && presentPerson(host),
    members: row.membersCount,
    maxMembers: row.maxMembers,
    hasPassword: row.hasPassword,
    lastActiveAt: row.lastActiveAt.toISOString(),
  };
}

export function presentRoom(room: RoomRecord, host: Host): Room {
  return {
    ...presentRow({ ...room, hasPassword: room.passwordHash !== null }, host),
    public: room.public,
    createdAt: room.createdAt.toISOString(),
  };
}

export interface MessageColumns
  extends PersonColumns, Pick<Stored, "id" | "seq" | "kind" | "content" | "deletedAt" | "createdAt" | "replyToId"> {
  mentions: Record<string, string> | null;
  what: SystemMessageKind | null;
  data: Record<string, unknown> | null;
  quoteAuthor: string | null;
  quoteAuthorId: string | null;
  quoteContent: string | null;
  reactions: Record<string, string[]> | null;
}

export function presentMessage(row: MessageColumns): RoomMessage {
  const createdAt = row.createdAt.toISOString();
  const { id, seq } = row;
  const person = presentPersonColumns(row);
  if (row.kind === "system")
    return { id, seq, kind: "system", what: row.what ?? "settings", who: person, data: row.data ?? {}, createdAt };
  return {
    id,
    seq,
    kind: "message",
    author: person,
    content: row.content,
    deleted: row.deletedAt !== null,
    mentions: row.mentions,
    replyTo: row.replyToId,
    quote: presentQuote(row),
    reactions: mergeSpellings(row.reactions ?? {}),
    createdAt,
  };
}

/** Counts the spellings of an emoji together, since rows from before may have any of them. */
function mergeSpellings(reactions: Record<string, string[]>): Record<string, string[]> {
  const merged: Record<string, string[]> = {};
  for (const [spelled, userIds] of Object.entries(reactions)) {
    const emoji = completeEmoji(spelled);
    merged[emoji] = [...new Set([...(merged[emoji] ?? []), ...userIds])];
  }
  return merged;
}

function presentQuote({ quoteAuthor, quoteAuthorId, quoteContent }: MessageColumns): UserMessage["quote"] {
  if (quoteAuthor === null || quoteAuthorId === null) return null;
  return { author: quoteAuthor, authorId: quoteAuthorId, content: quoted(quoteContent ?? "") };
}

export function isUserMessage(message: RoomMessage): message is UserMessage {
  return message.kind === "message";
}

export function quoted(content: string): string {
  return truncate(content.replace(/\s+/g, " "), MAX_QUOTE);
}
