"use client";

import { useEffect, useRef, useState } from "react";
import type { UserMessage } from "@/lib/domain/rooms/schema";
import type { RoomState } from "./room-state";

/** New messages are collected for this long before they are announced. */
const GATHER_MS = 4_000;

/** Announces new messages to screen readers: one short summary per interval, not every message. */
export function Announcer({ messages, readerId, folded }: Pick<RoomState, "messages" | "readerId" | "folded">) {
  const [text, setText] = useState("");
  const toldUntil = useRef(messages.at(-1)?.seq ?? 0);
  const newest = useRef(messages);
  useEffect(() => void (newest.current = messages), [messages]);

  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = newest.current.filter(
        (message): message is UserMessage =>
          message.seq > toldUntil.current && message.kind === "message" && isNews(message, readerId, folded),
      );
      toldUntil.current = Math.max(toldUntil.current, newest.current.at(-1)?.seq ?? 0);
      if (fresh.length > 0) setText(wordsFor(fresh));
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, [readerId, folded]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

/** Neither the reader's own nor by somebody whom they have blocked. */
const isNews = ({ author }: UserMessage, readerId: string, folded: ReadonlySet<string>) =>
  author.id !== readerId && !folded.has(author.id);

function wordsFor(messages: readonly UserMessage[]): string {
  const names = [...new Set(messages.map(({ author }) => author.name))];
  const count = messages.length === 1 ? "1 new message" : `${messages.length} new messages`;
  return names.length <= 2 ? `${count} from ${names.join(" and ")}` : `${count} from ${names.length} people`;
}
