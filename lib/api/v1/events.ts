import { eventTrigger, logSubscription } from "@/lib/domain/consequences/events/schema";
import { triggerEvent } from "@/lib/domain/consequences/events/trigger";
import { dryRun, dryRunQuery, tryFilter } from "@/lib/domain/consequences/events/dry-run";
import { subscribeLog } from "@/lib/domain/consequences/event-log/commands";
import { listEventsIncluding } from "@/lib/domain/consequences/inclusion/queries";
import { INCLUDED_SCOPES } from "@/lib/domain/consequences/inclusion/rules";
import { listedEvent, listedEventsQuery } from "@/lib/domain/consequences/inclusion/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#webhook-management */
export const events = {
  list: apiOperation("GET /api/v1/events", {
    scope: "manage:webhooks",
    summary: "List events",
    description:
      "Returns the events that webhooks deliver, oldest first. Use it to catch up on deliveries that your receiver missed.",
    paginated: true,
    query: listedEventsQuery,
    includes: INCLUDED_SCOPES,
    returns: listedEvent,
    volatile: ["views"],
    run: listEventsIncluding,
  }),
  subscribe: apiOperation("POST /api/v1/events/subscribe", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Record what happens to you",
    description:
      "For 30 days, as long as the log keeps events, your log has these too, as if an endpoint asked for them. A program that reads the log renews it, every hour, say. If it was renewed too late, the log says so with an event `log.interrupted`, whose `data` has `events`, `from` and `to`. What endpoints ask for is recorded as long as they exist, even disabled, and for 30 days after.",
    body: logSubscription,
    returns: null,
    example: { events: ["incoming.*"] },
    run: subscribeLog,
  }),
  trigger: apiOperation("POST /api/v1/events/test", {
    writes: "webhooks",
    scope: "manage:webhooks",
    summary: "Trigger a test event",
    description:
      "Records an event with made-up `data`, or yours, marked with `test: true`, in your own log, and delivers it to your endpoints that want it. Nothing else happens: nothing is posted, liked or counted, and nobody else is told.",
    body: eventTrigger,
    status: 201,
    returns: listedEvent,
    example: { event: "post.created" },
    run: triggerEvent,
  }),
  matches: apiOperation("GET /api/v1/events/matches", {
    scope: "manage:webhooks",
    summary: "Try an endpoint's filter",
    description:
      "Says of each of your newest events whether an endpoint that asks for these names, with this filter, would receive it, and why not. Nothing is sent.",
    query: dryRunQuery,
    returns: dryRun,
    run: tryFilter,
  }),
};
