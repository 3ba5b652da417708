import { HOUR_MS } from "@/lib/domain/kernel/durations";

/** The kinds of topics, and the events of each. */
export const EVENTS = {
  /** `room:CODE`, for its members. */
  room: ["message", "message.updated", "member", "room", "closed", "typing"],
  /** `user:ID`, for that account alone, which knows it as `me`. */
  user: ["notification", "unread", "challenge"],
} as const;

export type Kind = keyof typeof EVENTS;

/** How long events are kept for readers who reconnect (docs/contract.md#live-updates). Later they get a `reset`. */
export const EVENT_RETENTION_MS = HOUR_MS;

/** A reader further behind than this reloads the snapshot. */
export const MAX_REPLAYED = 500;

/** Topics of one stream, which all tabs of a browser share. */
export const MAX_TOPICS = 10;
