import { Badge } from "@/components/ui/badge";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import type { Decision } from "@/lib/domain/moderation/schema";
import { ACTION_LABELS } from "./labels";

/** A decision in a line, as moderators read it. */
export function DecisionLine({ decision }: { decision: Decision }) {
  return (
    <p className="wrap-anywhere">
      <Badge>{ACTION_LABELS[decision.action].done}</Badge> by @{decision.moderator.handle},{" "}
      <RelativeTime at={decision.createdAt} />: {decision.reason}
      {decision.until && (
        <>
          {" "}
          Until <ExactTime at={decision.until} />.
        </>
      )}
      {decision.liftedAt && " Reversed or expired."}
    </p>
  );
}
