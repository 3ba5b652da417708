import { Icon } from "@/components/ui/icon";
import { Badge } from "@/components/ui/badge";

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
