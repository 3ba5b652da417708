import { listEvents } from "@/lib/domain/events/queries";
import { eventsQuery, eventRecord } from "@/lib/domain/events/schema";
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
};
