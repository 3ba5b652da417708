"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";
import { RoomFields, roomEntries } from "./room-fields";
import type { RoomState } from "./room-state";
import type { RoomActions } from "./use-room";

/** The host's settings of a room, and the button that closes it. */
export function RoomSettings({ state: { room }, actions }: { state: RoomState; actions: RoomActions }) {
  const router = useRouter();
  const [open, setOpen] = useState(false);

  async function submit(entries: FormData) {
    try {
      const noPassword = entries.get("noPassword") !== null ? { password: null } : {};
      await actions.change({ ...roomEntries(entries), ...noPassword });
      setOpen(false);
    } catch (error) {
      return formFailure(error);
    }
  }

  async function close() {
    await call("DELETE /api/rooms/{code}", { code: room.code });
    router.push("/rooms");
  }

  return (
    <Dialog
      title="Room settings"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <IconButton label="Room settings">
          <Icon name="settings-2" />
        </IconButton>
      }
    >
      <Form submit={submit} className="flex flex-col gap-5">
        <RoomFields room={room} />
        {room.hasPassword && <Checkbox name="noPassword" label="Remove the password" />}
        <FormError />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <ConfirmDialog
            title="Close the room?"
            action="Close the room"
            danger
            onConfirm={close}
            trigger={<Button className="text-bad!">Close the room</Button>}
          >
            Everybody is removed, and its code stops working. This can’t be undone.
          </ConfirmDialog>
          <SubmitButton>Save</SubmitButton>
        </div>
      </Form>
    </Dialog>
  );
}
