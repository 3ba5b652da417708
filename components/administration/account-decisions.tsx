import { ACTION_LABELS } from "@/components/moderation/labels";
import { RelativeTime } from "@/components/ui/relative-time";
import type { AccountDetails } from "@/lib/domain/administration/schema";

/** Moderators' decisions about an account, newest first. */
export function AccountDecisions({ decisions }: Pick<AccountDetails, "decisions">) {
  if (decisions.length === 0) return <p className="text-muted">No decisions about this account.</p>;
  return (
    <ol className="rows">
      {decisions.map((decision) => (
        <li key={decision.id} className="grid gap-0.5 px-4 py-2.5">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-medium">{ACTION_LABELS[decision.action].done}</span>
            <span className="text-13 text-muted">
              by @{decision.moderator.handle}
              {decision.liftedAt && " · no longer in force"}
            </span>
            <span className="ml-auto text-13 text-muted">
              <RelativeTime at={decision.createdAt} />
            </span>
          </p>
          <p className="wrap-anywhere text-muted">{decision.reason}</p>
        </li>
      ))}
    </ol>
  );
}
