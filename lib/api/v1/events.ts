import { listEvents } from "@/lib/domain/events/queries";
import { eventsQuery, eventRecord } from "@/lib/domain/events/schema";
import { dryRun, dryRunQuery, tryFilter } from "@/lib/domain/webhooks/dry-run";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#webhook-management */
export const events = {
  list: apiOperation("GET /api/v1/events", {
    scope: "manage:webhooks",
    summary: "List events",
    description:
      "Returns the events that webhooks deliver, oldest first. Use it to catch up on deliveries that your receiver missed.",
    paginated: true,
    query: eventsQuery,
    returns: eventRecord,
    run: listEvents,
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
