"use client";

import { useState } from "react";
import { useDone } from "@/components/shell/use-done";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import type { DigestSettings } from "@/lib/domain/consequences/digest/schema";
import { NOTIFICATION_KINDS } from "@/lib/domain/consequences/notifications/rules";
import { HOURS } from "./hours";
import { KIND_LABELS } from "./kind-labels";

/** Chooses when the digest is sent, in the browser's time zone, and what it counts. */
export function DigestForm({ settings: { hour, kinds, timeZone } }: { settings: DigestSettings }) {
  const done = useDone();
  const [isOn, setOn] = useState(hour !== null);

  async function submit(entries: FormData) {
    const at = entries.get("hour");
    const counted = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, entries.has(kind)]));
    const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
    await call("PATCH /api/digest", at ? { hour: Number(at), kinds: counted, time_zone } : { hour: null });
    done("Saved.");
  }

  return (
    <Form action="Save" narrow submit={submit} className="flex flex-col gap-5">
      <Field
        label="Sent every day at"
        name="hour"
        hint={hour === null ? "By the clock of this device." : `By the clock of ${timeZone.replaceAll("_", " ")}.`}
      >
        <Select defaultValue={hour ?? ""} options={HOURS} onChange={({ target }) => setOn(target.value !== "")}>
          <option value="">Never</option>
        </Select>
      </Field>
      {isOn && (
        <fieldset className="flex flex-col gap-3">
          <legend className="mb-3 font-semibold">What it counts</legend>
          {NOTIFICATION_KINDS.map((kind) => (
            <Checkbox key={kind} name={kind} defaultChecked={kinds[kind]} label={KIND_LABELS[kind].label} />
          ))}
        </fieldset>
      )}
    </Form>
  );
}
