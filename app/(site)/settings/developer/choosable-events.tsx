import { Json } from "@/components/api-docs/code";
import type { ChoosableEvent } from "@/components/developer/event-choice";
import { openApiDocument } from "@/lib/api/v1/document";
import { eventsOf } from "@/lib/description/events";
import { PUBLIC_EVENTS } from "@/lib/domain/events/catalog";

/** What a webhook may subscribe to, each with an example of the whole body, as the API's description has it. */
export function choosableEvents(): ChoosableEvent[] {
  const subscribable = new Set<string>(PUBLIC_EVENTS);
  return eventsOf(openApiDocument())
    .filter(({ name }) => subscribable.has(name))
    .map(({ name, summary, example }) => ({ name, summary, example: <Json value={example} /> }));
}
