import { getRequest, listRequests, summarizeRequests } from "@/lib/domain/accounts/request-log/queries";
import { REQUEST_RETENTION_DAYS } from "@/lib/domain/accounts/request-log/rules";
import {
  BOUNDS_NOTE,
  loggedRequest,
  requestFilter,
  requestSummary,
  summaryQuery,
} from "@/lib/domain/accounts/request-log/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#request-log */
export const requests = {
  list: apiOperation("GET /api/v1/requests", {
    scope: "read:requests",
    summary: "List the requests of your keys",
    description: `Requests of the last ${REQUEST_RETENTION_DAYS} days by any of your keys, newest first, a second or so after they were answered. ${BOUNDS_NOTE}`,
    query: requestFilter,
    paginated: true,
    returns: loggedRequest,
    run: listRequests,
  }),
  summarize: apiOperation("GET /api/v1/requests/summary", {
    scope: "read:requests",
    summary: "Sum up the requests of your keys",
    description: "Counts by hour or day, errors by code, and how long responses took.",
    query: summaryQuery,
    returns: requestSummary,
    run: summarizeRequests,
  }),
  get: apiOperation("GET /api/v1/requests/{id}", {
    scope: "read:requests",
    summary: "Get a request of your keys",
    description: "By its `X-Request-Id`, a second or so after it was answered.",
    returns: loggedRequest,
    run: getRequest,
  }),
};
