import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Field, Select } from "@/components/ui/field";
import type { NotificationSettings, QuietHours } from "@/lib/domain/consequences/notifications/schema";
import { HOURS } from "./hours";

/** What is offered first. */
const NIGHT: QuietHours = { from: 22, until: 7 };

/** Whether nothing is pushed between two hours, and which. */
export function QuietHoursFields({ settings: { quietHours, timeZone } }: { settings: NotificationSettings }) {
  const [isOn, setOn] = useState(quietHours !== null);
  const { from, until } = quietHours ?? NIGHT;
  const clock = quietHours ? timeZone.replaceAll("_", " ") : "this device";
  return (
    <fieldset className="flex flex-col gap-3">
      <Checkbox
        name="quiet"
        label="Quiet hours"
        hint={`Nothing is pushed between these hours by the clock of ${clock}. What came meanwhile is pushed at their end.`}
        checked={isOn}
        onChange={({ currentTarget }) => setOn(currentTarget.checked)}
      />
      {isOn && (
        <div className="grid max-w-80 grid-cols-2 gap-4">
          <Field label="From" name="from">
            <Select options={HOURS} defaultValue={from} />
          </Field>
          <Field label="Until" name="until">
            <Select options={HOURS} defaultValue={until} />
          </Field>
        </div>
      )}
    </fieldset>
  );
}

/** Returns the hours that were chosen in a form, by the clock of this device; null for none. */
export function chosenQuietHours(entries: FormData): { quiet_hours: QuietHours | null; time_zone?: string } {
  if (!entries.has("quiet")) return { quiet_hours: null };
  const hours = { from: Number(entries.get("from")), until: Number(entries.get("until")) };
  return { quiet_hours: hours, time_zone: new Intl.DateTimeFormat().resolvedOptions().timeZone };
}
