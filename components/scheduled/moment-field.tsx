import { useSyncExternalStore } from "react";
import { clock } from "@/components/ui/clock";
import { Field, Input } from "@/components/ui/field";
import { inWords, localBounds } from "./moment";

interface MomentFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** A moment that may stay, however soon it is. */
  stays?: string;
  hideLabel?: boolean;
}

/** The moment at which a post goes out, in the browser's time zone. */
export function MomentField({ value, onChange, stays, hideLabel }: MomentFieldProps) {
  const now = useSyncExternalStore(clock.subscribe, clock.now, clock.now);
  const { min, max } = localBounds(now);
  const at = new Date(value);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return (
    <Field
      label="Goes out"
      name="publish_at"
      hideLabel={hideLabel}
      hint={
        Number.isNaN(at.getTime()) ? `A day and a time (${timeZone}).` : `Goes out ${inWords(at, now)} (${timeZone}).`
      }
    >
      <Input
        type="datetime-local"
        required
        min={stays !== undefined && stays < min ? stays : min}
        max={max}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="max-w-60"
      />
    </Field>
  );
}
