import { RelativeTime } from "@/components/ui/relative-time";
import type { OwnDecision } from "@/lib/domain/people/moderation/schema";
import { AppealForm } from "./appeal-form";
import { SUBJECT_LABELS } from "./labels";

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

/** Describes a decision's effect to the person that it concerns. */
function outcomeText({ action, subject, until }: OwnDecision): string {
  const what = subject.type === "user" ? "account" : SUBJECT_LABELS[subject.type];
  switch (action) {
    case "dismiss":
      return `Your ${what} stays as it is`;
    case "warn":
      return `A warning about your ${what}`;
    case "hide":
      return `Your ${what} was hidden: only you can see it`;
    case "delete":
      return `Your ${what} was deleted`;
    case "limit":
      return "Only your followers see what you post";
    case "suspend":
      return `Your account is suspended until ${dayOf(until ?? "")}`;
    case "close":
      return "Your account was closed";
  }
}

const dayOf = (moment: string) => `${moment.slice(0, 10)}, ${moment.slice(11, 16)} UTC`;
