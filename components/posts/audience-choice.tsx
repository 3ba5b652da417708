"use client";

import { Icon } from "@/components/ui/icon";
import { type Audience, AUDIENCES } from "./audiences";

/** The audience of a post, as a native select. */
export function AudienceChoice({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  return (
    <span className="relative inline-flex h-(--control-small) items-center rounded-full text-13 font-medium text-muted transition-colors hover:bg-brand-soft hover:text-brand">
      <Icon name={AUDIENCES[value].icon} className="pointer-events-none absolute left-2.5 size-4" />
      <select
        aria-label="Who can see this"
        value={value}
        onChange={(event) => onChange(event.target.value as Audience)}
        className="h-full appearance-none rounded-full bg-transparent pr-7 pl-8 [&>option]:bg-surface [&>option]:text-ink"
      >
        {Object.entries(AUDIENCES).map(([audience, { choice }]) => (
          <option key={audience} value={audience}>
            {choice}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-2 size-4" />
    </span>
  );
}
