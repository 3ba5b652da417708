import { Check, CircleDashed, RotateCw, X } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import type { Delivery } from "@/lib/domain/webhooks/schema";

/** The state of a delivery, as a badge. */
export function DeliveryState({ delivery: { status, attempts } }: { delivery: Pick<Delivery, "status" | "attempts"> }) {
  if (status === "delivered")
    return (
      <Badge tone="good" className="justify-self-start">
        <Check aria-hidden />
        Delivered
      </Badge>
    );
  if (status === "failed")
    return (
      <Badge tone="bad" className="justify-self-start">
        <X aria-hidden />
        Failed
      </Badge>
    );
  if (attempts > 0)
    return (
      <Badge tone="brand" className="justify-self-start">
        <RotateCw aria-hidden />
        Retrying
      </Badge>
    );
  return (
    <Badge className="justify-self-start">
      <CircleDashed aria-hidden />
      Pending
    </Badge>
  );
}
