import { type ReactNode, useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useFieldError } from "@/components/ui/field";

export interface ChoosableEvent {
  name: string;
  summary: string;
  /** The wildcard that includes it, if there is one. */
  wildcard: string | null;
  example: ReactNode;
}

const EVERY = "*";
const EVERY_INCOMING = "incoming.*";

interface EventChoiceProps {
  choosable: readonly ChoosableEvent[];
  chosen?: readonly string[];
}

/** The events of an endpoint: its owner's acts, others' acts, and those to subscribe to one by one. */
export function EventChoice({ choosable, chosen = [EVERY] }: EventChoiceProps) {
  const error = useFieldError("events");
  const groupOf = (wildcard: string | null) => choosable.filter((event) => event.wildcard === wildcard);
  const isChosen = (group: ChoosableEvent[]) => group.some(({ name }) => chosen.includes(name));
  const [incoming, single] = [groupOf(EVERY_INCOMING), groupOf(null)];
  return (
    <fieldset aria-describedby={error && "events-error"} className="min-w-0">
      <legend className="mb-2 font-medium">Events</legend>
      <div className="rounded-control border border-line">
        <EventGroup
          every={EVERY}
          label="Every event"
          hint="Of what you do, events we add later included."
          choosable={groupOf(EVERY)}
          chosen={chosen}
          hasError={error !== undefined}
        />
        <details open={chosen.includes(EVERY_INCOMING) || isChosen(incoming)} className="border-t border-line">
          <summary className="px-3.5 py-3 font-medium">What others do to you</summary>
          <EventGroup
            every={EVERY_INCOMING}
            label="All of it"
            hint="Follows, likes, comments, mentions, reposts and quotes, and what is added later."
            choosable={incoming}
            chosen={chosen}
          />
        </details>
        <details open={isChosen(single)} className="border-t border-line">
          <summary className="px-3.5 py-3 font-medium">Sales, quests, bets and notifications</summary>
          <EventList choosable={single} chosen={chosen} />
        </details>
      </div>
      {error && (
        <p id="events-error" className="mt-1.5 text-13 font-medium text-bad">
          Choose at least one event, or every event.
        </p>
      )}
    </fieldset>
  );
}

interface EventGroupProps extends Required<EventChoiceProps> {
  /** The wildcard for the whole group. */
  every: string;
  label: string;
  hint: string;
  hasError?: boolean;
}

/** All events of a group, future ones included, unless some are selected. */
function EventGroup({ every, label, hint, choosable, chosen, hasError }: EventGroupProps) {
  const [all, setAll] = useState(chosen.includes(every));
  return (
    <>
      <Checkbox
        name="events"
        value={every}
        checked={all}
        onChange={() => setAll(!all)}
        aria-invalid={hasError ? true : undefined}
        label={label}
        hint={hint}
        className="px-3.5 py-3"
      />
      {!all && <EventList choosable={choosable} chosen={chosen} />}
    </>
  );
}

function EventList({ choosable, chosen }: Required<EventChoiceProps>) {
  return (
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
            <div className="mt-1.5 mr-3.5 overflow-hidden rounded-control border border-line bg-bg">{example}</div>
          </details>
        </li>
      ))}
    </ul>
  );
}
