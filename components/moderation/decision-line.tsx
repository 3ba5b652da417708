import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import type { Decision } from "@/lib/domain/moderation/schema";
import { ACTION_LABELS } from "./labels";

/** A decision in a line, as moderators read it. */
export function DecisionLine({ decision }: { decision: Decision }) {
  return (
    <p className="break-words">
      <Badge>{ACTION_LABELS[decision.action].done}</Badge> by @{decision.moderator.handle},{" "}
      <RelativeTime at={decision.createdAt} />: {decision.reason}
      {decision.until && ` Until ${decision.until.slice(0, 10)}.`}
      {decision.liftedAt && " Reversed or expired."}
    </p>
  );
}
