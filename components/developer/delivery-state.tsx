import { Icon } from "@/components/ui/icon";
import { Badge } from "@/components/ui/badge";
import type { Delivery } from "@/lib/domain/webhooks/schema";

/** The state of a delivery, as a badge. */
export function DeliveryState({ delivery: { status, attempts } }: { delivery: Pick<Delivery, "status" | "attempts"> }) {
  if (status === "delivered")
    return (
      <Badge tone="good" className="justify-self-start">
        <Icon name="check" />
        Delivered
      </Badge>
    );
  if (status === "failed")
    return (
      <Badge tone="bad" className="justify-self-start">
        <Icon name="x" />
        Failed
      </Badge>
    );
  if (attempts > 0)
    return (
      <Badge tone="brand" className="justify-self-start">
        <Icon name="rotate-cw" />
        Retrying
      </Badge>
    );
  return (
    <Badge className="justify-self-start">
      <Icon name="circle-dashed" />
      Pending
    </Badge>
  );
}
