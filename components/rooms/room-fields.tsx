import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { ROOM_NAME, ROOM_PASSWORD, ROOM_SIZE } from "@/lib/domain/rooms/rules";
import type { Room } from "@/lib/domain/rooms/schema";

/** The fields of a room, to create one and to change its settings. */
export function RoomFields({ room }: { room?: Room }) {
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

/** The fields as the routes take them. */
export function roomEntries(entries: FormData) {
  const password = String(entries.get("password") ?? "");
  return {
    name: String(entries.get("name")),
    maxMembers: Number(entries.get("maxMembers")),
    public: entries.get("public") !== null,
    ...(password !== "" && { password }),
  };
}
