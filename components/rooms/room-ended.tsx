import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/button";
import type { Room } from "@/lib/domain/play/rooms/schema";
import type { RoomEnd } from "./room-state";

const ENDS: Record<RoomEnd, { title: string; text: string }> = {
  closed: { title: "This room is closed", text: "The host closed it, and its code no longer works." },
  removed: { title: "You were removed", text: "The host removed you." },
  left: {
    title: "You are no longer in this room",
    text: "You left it in another tab, were away for a while, or are signed out.",
  },
};

export function RoomEnded({ end, room }: { end: RoomEnd; room: Room }) {
  const { title, text } = ENDS[end];
  return (
    <div role="status" className="mx-auto max-w-155">
      <EmptyState
        icon="door-open"
        title={title}
        action={
          <>
            <LinkButton href="/rooms" variant="primary">
              Back to rooms
            </LinkButton>
            {/* A full page load, because this page's state of the room has ended. */}
            {end === "left" && (
              <a href={`/rooms/${room.code}`} className="self-center link">
                Rejoin
              </a>
            )}
          </>
        }
      >
        {text}
      </EmptyState>
    </div>
  );
}
