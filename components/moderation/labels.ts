import type { ModerationAction, SubjectType } from "@/lib/domain/people/moderation/rules";

export interface ReportedSubject {
  type: SubjectType;
  id: string;
}

export const SUBJECT_LABELS: Record<SubjectType, string> = {
  post: "post",
  comment: "comment",
  build: "build",
  message: "message",
  user: "person",
};

/** What each action is called, its key in the queue, and what it did. */
export const ACTION_LABELS: Record<ModerationAction, { label: string; key: string; done: string }> = {
  dismiss: { label: "Dismiss", key: "d", done: "Dismissed" },
  warn: { label: "Warn", key: "w", done: "Warned" },
  hide: { label: "Hide", key: "h", done: "Hidden" },
  delete: { label: "Delete", key: "x", done: "Deleted" },
  limit: { label: "Limit", key: "l", done: "Limited" },
  suspend: { label: "Suspend", key: "s", done: "Suspended" },
  close: { label: "Close account", key: "c", done: "Account closed" },
};
