import { Icon } from "@/components/ui/icon";
import Link from "next/link";
import type { ReactNode } from "react";
import { CopyButton } from "@/components/ui/copy-button";
import { Dialog } from "@/components/ui/dialog";
import { IconButton } from "@/components/ui/button";
import { RoomSettings } from "./room-settings";
import type { RoomState } from "./room-state";
import type { RoomActions } from "./use-room";

interface RoomHeaderProps {
  state: RoomState;
  actions: RoomActions;
  members: ReactNode;
  onLeave: () => void;
}

export function RoomHeader({ state, actions, members, onLeave }: RoomHeaderProps) {
  const { room, viewerId } = state;
  return (
    <header className="flex items-center gap-1 border-b border-line px-2 py-2 md:px-4">
      <Link href="/rooms" aria-label="All rooms" className="icon-button">
        <Icon name="chevron-left" />
      </Link>
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="truncate text-21">
          {room.name}
        </h1>
        <p className="flex items-center gap-1.5 text-13 text-muted">
          <span className="font-mono tracking-wider">{room.code}</span>
          <span aria-hidden>·</span>
          <span>
            {room.members} of {room.maxMembers}
          </span>
        </p>
      </div>
      <CopyButton text={room.code} what="code" variant="bare" className="max-sm:hidden" />
      <Dialog
        title="In the room"
        trigger={
          <IconButton label="Members" className="wide:hidden">
            <Icon name="users" />
          </IconButton>
        }
      >
        {members}
      </Dialog>
      {room.host?.id === viewerId && <RoomSettings state={state} actions={actions} />}
      <IconButton label="Leave the room" onClick={onLeave}>
        <Icon name="log-out" />
      </IconButton>
    </header>
  );
}
