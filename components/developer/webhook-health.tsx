import { ErrorNote } from "@/components/ui/error-note";
import type { EndpointDetails } from "@/lib/domain/webhooks/schema";

/** How an endpoint has answered lately, in a line; and why it is disabled, if it is. */
export function WebhookHealth({ endpoint }: { endpoint: EndpointDetails }) {
  const ended = endpoint.recentDeliveries.filter(({ status }) => status !== "pending");
  const arrived = ended.filter(({ status }) => status === "delivered").length;
  return (
    <>
      <p className="mt-3 text-muted">
        {endpoint.enabled ? "Enabled" : "Disabled"} · {endpoint.events.includes("*") ? "every event" : endpoint.events.join(", ")}
        {ended.length > 0 && <> · {arrived} of the last {ended.length} arrived</>}
        {endpoint.failureCount > 0 && <> · {endpoint.failureCount} failed {endpoint.failureCount === 1 ? "attempt" : "attempts"} in a row</>}
      </p>
      {!endpoint.enabled && endpoint.disabledReason && <ErrorNote className="mt-4">We disabled it: {endpoint.disabledReason}</ErrorNote>}
    </>
  );
}
