import type { z } from "zod";
import { ALL_INCOMING, incomingEvents } from "./incoming-events";
import { internalEvents } from "./internal-events";
import { publicEvents } from "./public-events";

/** All events, the public ones first. */
export const EVENTS = { ...publicEvents, ...internalEvents };

export type EventName = keyof typeof EVENTS;
export type EventData<E extends EventName> = z.output<(typeof EVENTS)[E]["data"]>;
type PublicEventName = keyof typeof publicEvents;

export const PUBLIC_EVENTS = Object.keys(publicEvents) as PublicEventName[];

/** The events that endpoints can subscribe to by name. */
export const subscribableEvents = { ...publicEvents, ...incomingEvents };
export const SUBSCRIBABLE_EVENTS = Object.keys(subscribableEvents) as (keyof typeof subscribableEvents)[];

/** Subscribes to every public event. */
export const ALL_EVENTS = "*";

/** The wildcard that includes an event; null for one that must be subscribed to by name. */
export function wildcardOf(event: string): typeof ALL_EVENTS | typeof ALL_INCOMING | null {
  if (event.startsWith("incoming.")) return ALL_INCOMING;
  return Object.hasOwn(publicEvents, event) ? ALL_EVENTS : null;
}

export function asksFor(names: readonly string[], event: string): boolean {
  return names.includes(event) || names.includes(wildcardOf(event) ?? event);
}
