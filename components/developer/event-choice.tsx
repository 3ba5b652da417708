"use client";

import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFormState } from "@/components/ui/form-context";

/** An event that an endpoint can subscribe to. */
export interface ChoosableEvent {
  name: string;
  summary: string;
  /** An example payload. */
  example: ReactNode;
}

const EVERY = "*";

/** The events of an endpoint: all, including future ones, unless some are selected. */
export function EventChoice({
  choosable,
  chosen = [EVERY],
}: {
  choosable: readonly ChoosableEvent[];
  chosen?: readonly string[];
}) {
  const form = useFormState();
  const [every, setEvery] = useState(chosen.includes(EVERY));
  const error = form.phase === "failed" ? form.failure.fields?.events : undefined;
  return (
    <fieldset aria-describedby={error && "events-error"} className="min-w-0">
      <legend className="mb-2 font-medium">Events</legend>
      <div className="rounded-control border border-line">
        <Checkbox
          name="events"
          value={EVERY}
          checked={every}
          onChange={() => setEvery(!every)}
          aria-invalid={error ? true : undefined}
          label="Every event"
          hint="Includes events we add later."
          className="px-3.5 py-3"
        />
        {!every && (
          <ul className="divide-y divide-line border-t border-line">
            {choosable.map(({ name, summary, example }) => (
              <li key={name} className="py-2.5">
                <Checkbox
                  name="events"
                  value={name}
                  defaultChecked={chosen.includes(name)}
                  label={<code className="font-mono text-13">{name}</code>}
                  hint={summary}
                  className="px-3.5"
                />
                <details className="group mt-0.5 pl-10.5">
                  <summary className="w-fit text-13 text-brand underline decoration-brand/40 underline-offset-3 pointer-coarse:py-2">
                    Example payload<span className="sr-only"> for {name}</span>
                  </summary>
                  <div className="mt-1.5 mr-3.5 overflow-hidden rounded-control border border-line bg-bg">
                    {example}
                  </div>
                </details>
              </li>
            ))}
          </ul>
        )}
      </div>
      {error && (
        <p id="events-error" className="mt-1.5 text-13 font-medium text-bad">
          Choose at least one event, or every event.
        </p>
      )}
    </fieldset>
  );
}
