import clsx from "clsx";
import type { RoomMember, UserMessage } from "@/lib/domain/rooms/schema";

interface ReactionsProps {
  message: UserMessage;
  viewerId: string;
  members: readonly RoomMember[];
  onReact: (emoji: string) => void;
}

/** The reactions to a message; pressing one adds or removes the viewer's own. */
export function Reactions({ message, viewerId, members, onReact }: ReactionsProps) {
  const entries = Object.entries(message.reactions);
  if (entries.length === 0) return null;
  return (
    <ul aria-label="Reactions" className="mt-1 flex flex-wrap gap-1">
      {entries.map(([emoji, userIds]) => {
        const mine = userIds.includes(viewerId);
        return (
          <li key={emoji}>
            <button
              type="button"
              aria-pressed={mine}
              aria-label={`${emoji} ${userIds.length}`}
              title={namesOf(userIds, members)}
              onClick={() => onReact(emoji)}
              className={clsx(
                "touch-target flex h-7 items-center gap-1 rounded-full border px-2 text-13",
                mine ? "border-brand bg-brand-soft font-semibold text-brand" : "border-line bg-surface text-muted",
              )}
            >
              <span aria-hidden>{emoji}</span>
              <span aria-hidden>{userIds.length}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function namesOf(userIds: readonly string[], members: readonly RoomMember[]): string {
  const names = members.flatMap(({ user }) => (userIds.includes(user.id) ? user.name : []));
  return names.join(", ");
}
