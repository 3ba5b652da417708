"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFormState } from "@/components/ui/form-context";
import { ALL_EVENTS, EVENTS, PUBLIC_EVENTS } from "@/lib/domain/events/catalog";

/** Which events an endpoint gets; every one, now and in future, unless some are picked. */
export function EventChoice() {
  const form = useFormState();
  const [every, setEvery] = useState(true);
  const error = form.phase === "failed" ? form.failure.fields?.events : undefined;
  return (
    <fieldset aria-describedby={error && "events-error"}>
      <legend className="mb-2 font-medium">Events</legend>
      <div className="flex flex-col gap-2.5 rounded-control border border-line p-3.5">
        <Checkbox name="events" value={ALL_EVENTS} checked={every} onChange={() => setEvery(!every)} label="Every event" hint="Those that we add later too." />
        {!every && PUBLIC_EVENTS.map((name) => (
          <Checkbox key={name} name="events" value={name} label={<code className="font-mono text-13">{name}</code>} hint={EVENTS[name].summary} />
        ))}
      </div>
      {error && <p id="events-error" className="mt-1.5 text-13 font-medium text-bad">{error}</p>}
    </fieldset>
  );
}
