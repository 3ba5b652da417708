import { useEffect, useState } from "react";
import { useIsLive } from "@/lib/client/live";
import type { RoomState } from "./room-state";

/** Reconnecting takes a moment: only a longer interruption is shown. */
const LOST_AFTER_MS = 4_000;

/** Who is typing, or that the connection is lost. Keeps its height, so that nothing moves. */
export function TypingLine({ typing }: Pick<RoomState, "typing">) {
  const isLost = useIsConnectionLost();
  return (
    <p className="h-5 truncate px-4 text-13 text-muted md:px-6">
      <span role="status">{isLost && "Not connected. New messages will appear once you are back."}</span>
      {!isLost && wordsFor(typing.map(({ user }) => user.name))}
    </p>
  );
}

function useIsConnectionLost(): boolean {
  const isLive = useIsLive();
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    if (isLive) return;
    const timer = setTimeout(() => setHasWaited(true), LOST_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setHasWaited(false);
    };
  }, [isLive]);
  return hasWaited && !isLive;
}

function wordsFor(names: readonly string[]): string {
  if (names.length === 0) return "";
  if (names.length > 3) return "Several people are typing…";
  const list = new Intl.ListFormat("en", { type: "conjunction" }).format(names);
  return `${list} ${names.length === 1 ? "is" : "are"} typing…`;
}
