import { Badge } from "@/components/ui/badge";
import { Icon } from "@/components/ui/icon";
import type { EndpointOverview } from "@/lib/domain/webhooks/queries";
import { EnableButton } from "./webhook-actions";

export function EndpointState({ enabled }: { enabled: boolean }) {
  return enabled ? (
    <Badge tone="good">
      <Icon name="check" />
      Enabled
    </Badge>
  ) : (
    <Badge tone="bad">
      <Icon name="pause" />
      Disabled
    </Badge>
  );
}

/** Explains why an endpoint is disabled, with a button to enable it. */
export function DisabledNote({
  endpoint: { id, disabledReason },
}: {
  endpoint: Pick<EndpointOverview, "id" | "disabledReason">;
}) {
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-control border border-bad/35 bg-bad-soft py-2.5 pr-2.5 pl-3.5">
      <p className="flex min-w-0 flex-1 basis-72 gap-2.5">
        <Icon name="pause" className="mt-[0.2em] size-[1.15em] shrink-0 text-bad" />
        <span className="min-w-0 wrap-anywhere">
          <b className="font-semibold">{disabledReason ? "We disabled it." : "You disabled it."}</b> {disabledReason}{" "}
          Nothing is sent or queued while it’s disabled. Once enabled, it receives new events from then on.
        </span>
      </p>
      <EnableButton id={id} />
    </div>
  );
}
