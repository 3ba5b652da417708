import type { z } from "zod";
import { ALL_INCOMING, incomingEvents } from "./incoming-events";
import type { InternalEvents } from "./internal-events";
import { publicEvents } from "./public-events";

type PublicEventName = keyof typeof publicEvents;
type PublicEvents = { [E in PublicEventName]: z.output<(typeof publicEvents)[E]["data"]> };

/** All events, each with its data. */
type Events = PublicEvents & InternalEvents;
export type EventName = keyof Events;
export type EventData<E extends EventName> = Events[E];

export const PUBLIC_EVENTS = Object.keys(publicEvents) as PublicEventName[];

/** The events that endpoints can subscribe to by name. */
export const subscribableEvents = { ...publicEvents, ...incomingEvents };
export const SUBSCRIBABLE_EVENTS = Object.keys(subscribableEvents) as (keyof typeof subscribableEvents)[];

/** Subscribes to every public event. */
export const ALL_EVENTS = "*";

/** Returns the wildcard that includes an event; null for one that must be subscribed to by name. */
export function wildcardOf(event: string): typeof ALL_EVENTS | typeof ALL_INCOMING | null {
  if (event.startsWith("incoming.")) return ALL_INCOMING;
  return isPublic(event) ? ALL_EVENTS : null;
}

/** Whether webhooks deliver an event of what its account does. */
export const isPublic = (event: string) => Object.hasOwn(publicEvents, event);

export function asksFor(names: readonly string[], event: string): boolean {
  return names.includes(event) || names.includes(wildcardOf(event) ?? event);
}

/** Returns the names of the events that these ask for, by name or by wildcard. */
export const namesOf = (asked: readonly string[]): string[] =>
  SUBSCRIBABLE_EVENTS.filter((event) => asksFor(asked, event));
