"use client";

import { useEffect, useRef, useState } from "react";
import type { RoomMessage, UserMessage } from "@/lib/domain/rooms/schema";

/** Arrivals are gathered so long before they are told. */
const GATHER_MS = 4_000;

/** Announces new messages to screen readers: one short summary per interval, not every message. */
export function Announcer({ messages, readerId }: { messages: readonly RoomMessage[]; readerId: string }) {
  const [text, setText] = useState("");
  const toldUntil = useRef(messages.at(-1)?.seq ?? 0);
  const newest = useRef(messages);
  useEffect(() => void (newest.current = messages), [messages]);

  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = newest.current.filter(
        (message): message is UserMessage =>
          message.seq > toldUntil.current && message.kind === "message" && message.author.id !== readerId,
      );
      toldUntil.current = Math.max(toldUntil.current, newest.current.at(-1)?.seq ?? 0);
      if (fresh.length > 0) setText(wordsFor(fresh));
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, [readerId]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function wordsFor(messages: readonly UserMessage[]): string {
  const names = [...new Set(messages.map(({ author }) => author.name))];
  const count = messages.length === 1 ? "1 new message" : `${messages.length} new messages`;
  return names.length <= 2 ? `${count} from ${names.join(" and ")}` : `${count} from ${names.length} people`;
}
