"use client";

import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import type { RoomState } from "./room-state";

interface NewMessagesPillProps {
  state: RoomState;
  isReading: boolean;
  onPress: () => void;
}

/** A button to the newest messages, with the number that came since the viewer scrolled away. */
export function NewMessagesPill({
  state: { messages, hasNewer, seq, viewerId },
  isReading,
  onPress,
}: NewMessagesPillProps) {
  const [readUntil, setReadUntil] = useState(seq);
  if (isReading && readUntil !== seq) setReadUntil(seq);
  if (isReading) return null;
  const fresh = messages.filter(
    (message) => message.kind === "message" && message.seq > readUntil && message.author.id !== viewerId,
  ).length;
  const text = fresh > 0 ? `${fresh} new ${fresh === 1 ? "message" : "messages"}` : "To the newest";
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-2 flex justify-center">
      <button
        type="button"
        onClick={onPress}
        className={`pointer-events-auto flex h-9 animate-enter-up items-center gap-1.5 rounded-full px-4 text-13 font-semibold shadow-float pointer-coarse:h-11 ${
          fresh > 0 || hasNewer ? "bg-brand text-brand-ink key" : "border border-line bg-surface text-ink"
        }`}
      >
        <Icon name="arrow-down" className="size-4" />
        {text}
      </button>
    </div>
  );
}
