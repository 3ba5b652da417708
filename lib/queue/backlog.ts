/** What a worker knows about an endpoint's deliveries in the database. */
export type Backlog =
  /** Deliveries may be due. */
  | { state: "due" }
  /** A claim is in progress. `notified` if more may have become due since it began. */
  | { state: "claiming"; notified: boolean }
  /** The last claim took everything that was due. */
  | { state: "empty" };

export type BacklogEvent =
  /** Deliveries were queued, retried or released. */
  | { type: "notified" }
  | { type: "claim started" }
  /** `full` if the claim got as many as it asked for. */
  | { type: "claim ended"; full: boolean }
  /** The worker is stopping. */
  | { type: "closed" };

/** The transitions of a backlog. */
export function nextBacklog(backlog: Backlog, event: BacklogEvent): Backlog {
  switch (event.type) {
    case "notified":
      return backlog.state === "claiming" ? { state: "claiming", notified: true } : { state: "due" };
    case "claim started":
      return { state: "claiming", notified: false };
    case "claim ended":
      return event.full || (backlog.state === "claiming" && backlog.notified) ? { state: "due" } : { state: "empty" };
    case "closed":
      return { state: "empty" };
  }
}
