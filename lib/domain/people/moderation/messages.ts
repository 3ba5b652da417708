import type { LetterDraft } from "@/lib/domain/accounts/mail/outbox";
import { REOPENING_DAYS } from "@/lib/domain/accounts/users/rules";
import { appealToken } from "./appeal-token";
import { LIFTABLE, type ModerationAction, type SubjectType } from "./rules";

interface About {
  decisionId: string;
  action: ModerationAction;
  reason: string;
  /** When a suspension ends; null if it has no end. */
  until?: string | null;
  subjectType: SubjectType;
}

const DECISIONS_PATH = "/settings/moderation";

function outcomeOf({ action, subjectType, until }: Omit<About, "decisionId" | "reason">): string {
  const subject = subjectType === "user" ? "account" : subjectType;
  switch (action) {
    case "dismiss":
      return `Your ${subject} stays as it is.`;
    case "warn":
      return `A moderator warns you about your ${subject}.`;
    case "hide":
      return `Your ${subject} was hidden. Only you can see it.`;
    case "delete":
      return `Your ${subject} was deleted.`;
    case "limit":
      return "Only your followers see what you post.";
    case "suspend":
      return until ? `Your account is suspended until ${dayOf(until)}.` : "Your account is suspended.";
    case "close":
      return `Your account was closed. An appeal within ${REOPENING_DAYS} days can bring it back as it was.`;
  }
}

const dayOf = (until: string) => `${until.slice(0, 10)}, ${until.slice(11, 16)} UTC`;

export function decisionNotification({ decisionId, reason, ...about }: About) {
  return {
    preview: `${outcomeOf(about)} The reason: ${reason}`,
    link: `${DECISIONS_PATH}#${decisionId}`,
  };
}

/** Returns the letter about a decision. Its link works without signing in, because that may no longer be possible. */
export function decisionLetter(
  { decisionId, reason, ...about }: About,
  { id, email, handle }: { id: string; email: string | null; handle: string },
): LetterDraft {
  return {
    kind: "moderation",
    userId: id,
    email,
    handle,
    token: appealToken(decisionId),
    details: [outcomeOf(about), `The reason: ${reason}`],
  };
}

interface AppealAnswer {
  decisionId: string;
  action: ModerationAction;
  granted: boolean;
  answer: string;
  /** Whether the reversal reopened a closed account. */
  isReopened: boolean;
}

function answerOf({ action, granted, isReopened }: AppealAnswer): string {
  if (!granted) return "We looked at your appeal, and the decision stands.";
  if (isReopened) return "We looked at your appeal and took the decision back. Your account is open again.";
  return LIFTABLE.includes(action)
    ? "We looked at your appeal and took the decision back."
    : "We looked at your appeal, and you are right. What was deleted can’t be brought back; the decision no longer counts.";
}

export function answerNotification(about: AppealAnswer) {
  return {
    preview: `${answerOf(about)} ${about.answer}`,
    link: `${DECISIONS_PATH}#${about.decisionId}`,
  };
}

export function answerLetter(
  about: AppealAnswer,
  { id, email, handle }: { id: string; email: string | null; handle: string },
): LetterDraft {
  return { kind: "appeal", userId: id, email, handle, details: [answerOf(about), about.answer] };
}
