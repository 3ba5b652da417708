"use client";

import { useRouter } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { FormDialog } from "@/components/ui/form-dialog";
import { call } from "@/lib/client/call";
import { Field, Input } from "@/components/ui/field";
import { ROOM_NAME, ROOM_PASSWORD, ROOM_SIZE } from "@/lib/domain/play/rooms/rules";
import type { Room } from "@/lib/domain/play/rooms/schema";
import { Dialog } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import type { RoomState } from "./room-state";
import type { RoomActions } from "./use-room";

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
          trigger={{ label: "Close the room", className: "text-bad!" }}
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

function RoomFields({ room }: { room?: Room }) {
  return (
    <>
      <Field label="Name" name="name">
        <Input required maxLength={ROOM_NAME.max} autoComplete="off" defaultValue={room?.name} />
      </Field>
      <Field label="Places" name="maxMembers" hint={`${ROOM_SIZE.min} to ${ROOM_SIZE.max} people, including you.`}>
        <Input
          type="number"
          inputMode="numeric"
          required
          min={ROOM_SIZE.min}
          max={ROOM_SIZE.max}
          defaultValue={room?.maxMembers ?? ROOM_SIZE.default}
        />
      </Field>
      <Field
        label="Password"
        name="password"
        hint={room?.hasPassword ? "Leave it empty to keep the current one." : "Optional. People need it to join."}
      >
        <Input minLength={ROOM_PASSWORD.min} maxLength={ROOM_PASSWORD.max} autoComplete="off" />
      </Field>
      <Checkbox
        name="public"
        defaultChecked={room?.public ?? true}
        label="List it"
        hint="Anybody can find it on the rooms page. Otherwise people need the code."
      />
    </>
  );
}

function roomEntries(entries: FormData) {
  const password = String(entries.get("password") ?? "");
  return {
    name: String(entries.get("name")),
    maxMembers: Number(entries.get("maxMembers")),
    public: entries.get("public") !== null,
    ...(password !== "" && { password }),
  };
}

export function NewRoomDialog() {
  const router = useRouter();

  async function submit(entries: FormData) {
    const { code } = await call("POST /api/rooms", roomEntries(entries));
    router.push(`/rooms/${code}`);
  }

  return (
    <Dialog title="Open a room" trigger={{ label: "Open a room", icon: "plus", variant: "primary" }}>
      <Form action="Open the room" submit={submit} className="flex flex-col gap-5">
        <RoomFields />
      </Form>
    </Dialog>
  );
}
