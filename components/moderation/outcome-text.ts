import type { OwnDecision } from "@/lib/domain/moderation/schema";
import { SUBJECT_LABELS } from "./labels";

/** Describes a decision's effect to the person that it concerns. */
export function outcomeText({ action, subject, until }: OwnDecision): string {
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
