import { listEvents } from "@/lib/domain/events/queries";
import { eventsQuery, eventRecord } from "@/lib/domain/events/schema";
import { endpoint } from "@/lib/http/endpoint";

/** To catch up on what was missed. */
export const events = {
  list: endpoint("GET /api/v1/events", {
    scope: "manage:webhooks",
    summary: "List what your account did",
    description:
      "The events that webhooks deliver, in their order, the oldest first: for catching up on what a receiver missed.",
    paginated: true,
    query: eventsQuery,
    returns: eventRecord,
    run: listEvents,
  }),
};
