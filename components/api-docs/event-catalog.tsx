import type { DocumentedEvent } from "@/lib/openapi/events";
import { Anchor } from "./anchor";
import { CodeCard, Json } from "./code";
import { Prose } from "./prose";

/** Every event: when it fires, and the whole body of its delivery. */
export function EventCatalog({ events }: { events: readonly DocumentedEvent[] }) {
  return (
    <div className="divide-y divide-line border-y border-line">
      {events.map(({ name, summary, example }) => (
        <section key={name} aria-labelledby={name} className="grid gap-x-10 gap-y-4 py-7 wide:grid-cols-2">
          <div>
            <Anchor id={name} as="h2" className="font-mono! text-17">
              {name}
            </Anchor>
            <p className="mt-1 max-w-prose text-muted">
              <Prose text={summary} />
            </p>
          </div>
          <CodeCard title="Request body">
            <Json value={example} />
          </CodeCard>
        </section>
      ))}
    </div>
  );
}
