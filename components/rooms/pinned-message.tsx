import { Icon } from "@/components/ui/icon";
import type { UserMessage } from "@/lib/domain/rooms/schema";
import { BLOCKED_TEXT } from "./blocked-row";

interface PinnedMessageProps {
  message: UserMessage;
  /** Whether the viewer has blocked its author. */
  isBlocked: boolean;
  onJump: (id: string) => void;
}

/** The message that the host pinned. */
export function PinnedMessage({ message, isBlocked, onJump }: PinnedMessageProps) {
  return (
    <button
      type="button"
      onClick={() => onJump(message.id)}
      className="flex min-h-11 items-center gap-2.5 border-b border-line bg-surface px-4 py-2 text-left text-13 -outline-offset-2 hover:bg-hover md:px-6"
    >
      <Icon name="pin" className="size-4 shrink-0 text-brand" />
      <span className="sr-only">Pinned: </span>
      <span className="min-w-0 truncate">
        {isBlocked ? (
          BLOCKED_TEXT
        ) : (
          <>
            <span className="font-semibold">{message.author.name}</span>{" "}
            {message.deleted ? "This message was deleted." : message.content}
          </>
        )}
      </span>
    </button>
  );
}
