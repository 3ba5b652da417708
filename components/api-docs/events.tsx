import type { DescribedEvent } from "@/lib/description/events";
import { Anchor } from "./anchor";
import { Json } from "./code";
import { CodeCard } from "./code-card";

/** Every event and the `data` that it carries. */
export function Events({ events }: { events: readonly DescribedEvent[] }) {
  return (
    <div className="mt-6 grid gap-x-10 gap-y-6 md:grid-cols-2">
      {events.map(({ name, summary, example }) => (
        <section key={name} aria-labelledby={`event-${name}`} className="min-w-0">
          <Anchor id={`event-${name}`} as="h3" className="font-mono! text-17">{name}</Anchor>
          <p className="mb-2 text-muted">{summary}</p>
          <CodeCard title="data"><Json value={example.data} /></CodeCard>
        </section>
      ))}
    </div>
  );
}
