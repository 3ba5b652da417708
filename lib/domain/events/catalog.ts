import type { z } from "zod";
import { INCOMING_EVENTS } from "./incoming-events";
import { internalEvents } from "./internal-events";
import { publicEvents } from "./public-events";

/** All events, the public ones first. */
export const EVENTS = { ...publicEvents, ...internalEvents };

export type EventName = keyof typeof EVENTS;
export type EventData<E extends EventName> = z.output<(typeof EVENTS)[E]["data"]>;
export type PublicEventName = keyof typeof publicEvents;

export const PUBLIC_EVENTS = Object.keys(publicEvents) as PublicEventName[];

/** What endpoints can ask for by name. */
export const SUBSCRIBABLE_EVENTS = [...PUBLIC_EVENTS, ...INCOMING_EVENTS];

/** Subscribes to every public event. */
export const ALL_EVENTS = "*";
