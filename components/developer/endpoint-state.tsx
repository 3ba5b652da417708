import { Check, Pause } from "lucide-react";
import { Badge } from "@/components/ui/badge";

export function EndpointState({ enabled, className }: { enabled: boolean; className?: string }) {
  return enabled ? (
    <Badge tone="good" className={className}>
      <Check aria-hidden />
      Enabled
    </Badge>
  ) : (
    <Badge tone="bad" className={className}>
      <Pause aria-hidden />
      Disabled
    </Badge>
  );
}
