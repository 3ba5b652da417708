import { Icon } from "@/components/ui/icon";
import { Badge } from "@/components/ui/badge";

export function EndpointState({ enabled, className }: { enabled: boolean; className?: string }) {
  return enabled ? (
    <Badge tone="good" className={className}>
      <Icon name="check" />
      Enabled
    </Badge>
  ) : (
    <Badge tone="bad" className={className}>
      <Icon name="pause" />
      Disabled
    </Badge>
  );
}
