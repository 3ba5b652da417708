import { useEffect, useRef, useState } from "react";
import type { UserMessage } from "@/lib/domain/play/rooms/schema";
import { newMessages, type RoomState } from "./room-state";

/** New messages are collected for this long before they are announced. */
const GATHER_MS = 4_000;

/** Announces new messages to screen readers: one short summary per interval, not every message. */
export function Announcer({ messages, viewerId, blocked }: Pick<RoomState, "messages" | "viewerId" | "blocked">) {
  const [text, setText] = useState("");
  const announcedSeq = useRef(messages.at(-1)?.seq ?? 0);
  const newest = useRef(messages);
  useEffect(() => void (newest.current = messages), [messages]);

  useEffect(() => {
    const timer = setInterval(() => {
      const fresh = newMessages(newest.current, announcedSeq.current, viewerId).filter(
        ({ author }) => !blocked.has(author.id),
      );
      announcedSeq.current = Math.max(announcedSeq.current, newest.current.at(-1)?.seq ?? 0);
      if (fresh.length > 0) setText(summaryOf(fresh));
    }, GATHER_MS);
    return () => clearInterval(timer);
  }, [viewerId, blocked]);

  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}

function summaryOf(messages: readonly UserMessage[]): string {
  const names = [...new Set(messages.map(({ author }) => author.name))];
  const count = messages.length === 1 ? "1 new message" : `${messages.length} new messages`;
  return names.length <= 2 ? `${count} from ${names.join(" and ")}` : `${count} from ${names.length} people`;
}
