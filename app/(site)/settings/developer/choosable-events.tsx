import { Json } from "@/components/api-docs/code";
import type { ChoosableEvent } from "@/components/developer/event-choice";
import { SUBSCRIBABLE_EVENTS, wildcardOf } from "@/lib/domain/consequences/events/catalog";
import { reference } from "@/lib/openapi/reference";

/** The events that a webhook may subscribe to, each with its example payload from the OpenAPI document. */
export function choosableEvents(): ChoosableEvent[] {
  const subscribable = new Set<string>(SUBSCRIBABLE_EVENTS);
  return reference()
    .events.filter(({ name }) => subscribable.has(name))
    .map(({ name, summary, example }) => ({
      name,
      summary,
      wildcard: wildcardOf(name),
      example: <Json value={example} />,
    }));
}
