import type { DescribedEvent } from "@/lib/description/events";
import { Anchor } from "./anchor";
import { Json } from "./code";
import { CodeCard } from "./code-card";
import { Prose } from "./prose";

/** Every event: what fires it beside the whole body of its delivery. */
export function EventCatalog({ events }: { events: readonly DescribedEvent[] }) {
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
          <CodeCard title="What is sent">
            <Json value={example} />
          </CodeCard>
        </section>
      ))}
    </div>
  );
}
