"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { RoomFields, roomEntries } from "./room-fields";

export function NewRoomDialog() {
  const router = useRouter();

  async function submit(entries: FormData) {
    const { code } = await call("POST /api/rooms", roomEntries(entries));
    router.push(`/rooms/${code}`);
  }

  return (
    <Dialog
      title="Open a room"
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Open a room
        </Button>
      }
    >
      <Form submit={submit} className="flex flex-col gap-5">
        <RoomFields />
        <FormError />
        <SubmitButton>Open the room</SubmitButton>
      </Form>
    </Dialog>
  );
}
