import { reportFailure } from "@/components/shell/report-failure";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Menu, MenuItem } from "@/components/ui/menu";
import { MoreButton } from "@/components/ui/button";
import { toastStore } from "@/components/ui/toast-store";
import { PersonName } from "@/components/profile/person-link";
import { call } from "@/lib/client/call";
import type { RoomMember } from "@/lib/domain/play/rooms/schema";
import type { RoomState } from "./room-state";
import type { RoomActions } from "./use-room";

export function MembersPanel({ state, actions }: { state: RoomState; actions: RoomActions }) {
  const { members, room, viewerId } = state;
  const isHost = room.host?.id === viewerId;
  return (
    <ul aria-label="Members" className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
      {members.map((member) => (
        <li key={member.user.id} className="flex items-center gap-2.5 rounded-control px-2 py-1.5 hover:bg-hover">
          <Avatar
            src={member.user.image}
            name={member.user.name}
            size={32}
            className={member.away ? "opacity-55 grayscale" : undefined}
          />
          <span className="min-w-0 flex-1">
            <PersonName person={member.user} className="block font-medium" />
            {member.away && <span className="block text-13 text-muted">away</span>}
          </span>
          {room.host?.id === member.user.id && <Badge tone="brand">Host</Badge>}
          {isHost && member.user.id !== viewerId && <HostMenu member={member} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}

function HostMenu({ member: { user }, actions }: { member: RoomMember; actions: RoomActions }) {
  const report = (action: Promise<unknown>, done: string) =>
    void action.then(() => toastStore.add({ text: done, tone: "good" }), reportFailure);
  const remove = (ban: boolean) =>
    report(
      call("POST /api/rooms/{code}/remove", { code: actions.code, userId: user.id, ban }),
      ban ? `${user.name} is banned.` : `${user.name} is out.`,
    );
  return (
    <Menu trigger={<MoreButton label={`More about ${user.name}`} />}>
      <MenuItem
        icon="crown"
        label="Make host"
        onSelect={() => report(actions.change({ host: user.id }), `${user.name} is the host now.`)}
      />
      <MenuItem icon="user-minus" label="Remove" onSelect={() => remove(false)} />
      <MenuItem icon="user-x" label="Ban" danger onSelect={() => remove(true)} />
    </Menu>
  );
}
