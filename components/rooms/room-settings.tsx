"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { IconButton } from "@/components/ui/icon-button";
import { call } from "@/lib/client/call";
import { RoomFields, roomEntries } from "./room-fields";
import type { RoomState } from "./room-state";
import type { RoomActions } from "./use-room";

/** The host's settings of a room, and the button that closes it. */
export function RoomSettings({ state: { room }, actions }: { state: RoomState; actions: RoomActions }) {
  const router = useRouter();

  async function submit(entries: FormData) {
    const noPassword = entries.get("noPassword") !== null ? { password: null } : {};
    await actions.change({ ...roomEntries(entries), ...noPassword });
  }

  async function close() {
    await call("DELETE /api/rooms/{code}", { code: room.code });
    router.push("/rooms");
  }

  return (
    <FormDialog
      title="Room settings"
      trigger={
        <IconButton label="Room settings">
          <Icon name="settings-2" />
        </IconButton>
      }
      submit={submit}
      action="Save"
      aside={
        <ConfirmDialog
          title="Close the room?"
          action="Close the room"
          danger
          onConfirm={close}
          trigger={<Button className="text-bad!">Close the room</Button>}
        >
          Everybody is removed, and its code stops working. This can’t be undone.
        </ConfirmDialog>
      }
    >
      <RoomFields room={room} />
      {room.hasPassword && <Checkbox name="noPassword" label="Remove the password" />}
    </FormDialog>
  );
}
