import { RelativeTime } from "@/components/ui/relative-time";
import type { OwnDecision } from "@/lib/domain/moderation/schema";
import { AppealForm } from "./appeal-form";
import { outcomeText } from "./outcome-text";

/** A decision about its viewer, with a form to appeal. `token` is for a viewer who is not signed in. */
export function DecisionCard({ decision, token }: { decision: OwnDecision; token?: string }) {
  const { appeal, quote } = decision;
  return (
    <article
      id={decision.id}
      className="grid scroll-mt-20 gap-3 rounded-card border border-line bg-surface p-4 target:border-brand md:p-5"
    >
      <p className="text-13 text-muted">
        <RelativeTime at={decision.createdAt} />
        {decision.liftedAt && " · No longer in force"}
      </p>
      <h2 className="text-17">{outcomeText(decision)}</h2>
      <p className="wrap-anywhere">
        <b className="font-semibold">Why:</b> {decision.reason}
      </p>
      {quote && (
        <blockquote className="rounded-control border border-line p-3 wrap-anywhere whitespace-pre-wrap text-muted">
          {quote}
        </blockquote>
      )}
      {appeal ? (
        <div className="grid gap-1 border-t border-line pt-3 wrap-anywhere">
          <p>
            <b className="font-semibold">Your appeal:</b> {appeal.content}
          </p>
          <p role="status">
            {appeal.status === "open" ? (
              "A moderator will look at it. You’ll be told what they decide."
            ) : (
              <>
                <b className="font-semibold">
                  {appeal.status === "granted" ? "It was granted." : "The decision stands."}
                </b>{" "}
                {appeal.answer}
              </>
            )}
          </p>
        </div>
      ) : (
        <AppealForm decisionId={decision.id} token={token} />
      )}
    </article>
  );
}
