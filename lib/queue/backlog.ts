/** What a worker knows of an endpoint's deliveries in the database. */
export type Backlog =
  /** Some may be due. */
  | { state: "due" }
  /** A claim is under way. `notified` if more may have become due since it began. */
  | { state: "claiming"; notified: boolean }
  /** The last claim took everything that was due. */
  | { state: "empty" };

export type BacklogEvent =
  /** Deliveries were queued, retried or released. */
  | { type: "notified" }
  | { type: "claim started" }
  /** `full` if the claim got as many as it asked for. */
  | { type: "claim ended"; full: boolean }
  /** The worker stops. */
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
