"use client";

import { useRouter } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { Avatar } from "@/components/ui/avatar";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Field, Input } from "@/components/ui/field";
import { Form, SubmitButton } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { call } from "@/lib/client/call";
import type { RoomRow } from "@/lib/domain/play/rooms/schema";
import { readRoomCode } from "@/lib/domain/play/rooms/rules";

/** A room as non-members see it. */
export function JoinCard({ room }: { room: RoomRow }) {
  const router = useRouter();
  async function submit(entries: FormData) {
    const password = entries.get("password");
    await call("POST /api/rooms/{code}/join", { code: room.code, ...(password && { password: String(password) }) });
    router.refresh();
  }
  return (
    <Card className="mx-auto mt-6 max-w-105">
      <h1 dir="auto" className="text-27 wrap-anywhere">
        {room.name}
      </h1>
      <p className="mt-1 flex flex-wrap items-center gap-2 text-muted">
        {room.host ? (
          <span className="inline-flex min-w-0 items-center gap-1.5">
            <Avatar src={room.host.image} name={room.host.name} size={24} />
            <span dir="auto" className="truncate">
              {room.host.name}
            </span>
          </span>
        ) : (
          "Nobody is here. The first to join becomes the host."
        )}
        <Badge>
          <Icon name="users" />
          {room.members} of {room.maxMembers}
        </Badge>
        {room.hasPassword && (
          <Badge>
            <Icon name="key-round" />
            Password
          </Badge>
        )}
      </p>
      <Form action="Join the room" submit={submit} className="mt-6 flex flex-col gap-5">
        {room.hasPassword && (
          <Field label="The room's password" name="password">
            <PasswordInput required autoComplete="off" />
          </Field>
        )}
      </Form>
    </Card>
  );
}

export function CodeForm() {
  const router = useRouter();
  async function submit(entries: FormData) {
    const code = readRoomCode(String(entries.get("code")));
    if (!code) {
      const message = "A code has six letters and digits, such as K7QM2X.";
      return { message, fields: { code: message } };
    }
    router.push(`/rooms/${code}`);
  }
  return (
    <Form submit={submit} className="mb-6 flex items-start gap-2">
      <Field label="Room code" name="code" hideLabel className="w-44">
        <Input
          placeholder="Have a code?"
          autoComplete="off"
          maxLength={8}
          className="font-mono uppercase placeholder:normal-case"
        />
      </Field>
      <SubmitButton variant="quiet">Go</SubmitButton>
    </Form>
  );
}
