export const REPORT_REASONS = {
  spam: "Spam or advertising",
  harassment: "Harassment or bullying",
  hate: "Hate against people for who they are",
  violence: "Violence or threats",
  sexual: "Sexual content",
  self_harm: "Self-harm",
  illegal: "Something illegal",
  impersonation: "Pretending to be somebody else",
  privacy: "Somebody’s private information",
  other: "Something else",
} as const;
export type ReportReason = keyof typeof REPORT_REASONS;
export const REASON_NAMES = Object.keys(REPORT_REASONS) as [ReportReason, ...ReportReason[]];

export const SUBJECT_TYPES = ["post", "comment", "build", "message", "user"] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

export const REPORT_STATUSES = ["open", "dismissed", "acted"] as const;

/** Code points of a reporter's comment, a moderator's reason, and an appeal. */
export const MAX_REPORT_COMMENT = 500;
export const DECISION_REASON_LENGTH = { min: 1, max: 500 };
export const APPEAL_LENGTH = { min: 1, max: 1000 };

/**
 * How long images of a reported subject are kept after the decision, or after the decision on its appeal
 * (docs/contract.md#reports-and-moderation).
 */
export const REPORTED_MEDIA_RETENTION_DAYS = 90;

/** How long reports and their quotes are kept after the decision, or the decision on its appeal. */
export const REPORT_RETENTION_DAYS = 730;

/**
 * How long people who were blocked can still report what was taken back: what once notified them, or a conversation in
 * which comments were deleted (docs/contract.md#reports-and-moderation).
 */
export const ENCOUNTER_RETENTION_DAYS = 30;

/** How long a suspension may last. */
export const MAX_SUSPENSION_DAYS = 365;

/** Our choice: earlier reports and decisions shown beside a report, enough to see a pattern. */
export const HISTORY_ROWS = 10;
/** Messages shown before and after a reported one. */
export const MESSAGES_AROUND = { before: 5, after: 3 };

export const MODERATION_ACTIONS = ["dismiss", "warn", "hide", "delete", "limit", "suspend", "close"] as const;
export type ModerationAction = (typeof MODERATION_ACTIONS)[number];

/** Actions that need a recent proof of identity: they lock somebody out, or an appeal cannot always reverse them. */
export const PROVEN_ACTIONS: readonly ModerationAction[] = ["delete", "suspend", "close"];

/** The actions on each kind of subject. A message cannot be hidden: it is part of a room's log. */
export const ACTIONS_ON: Record<SubjectType, readonly ModerationAction[]> = {
  post: MODERATION_ACTIONS,
  comment: MODERATION_ACTIONS,
  build: MODERATION_ACTIONS,
  message: ["dismiss", "warn", "delete", "limit", "suspend", "close"],
  user: ["dismiss", "warn", "limit", "suspend", "close"],
};

/** Actions that an appeal can always reverse: deleted content is gone, and a closed account's data may be, too. */
export const LIFTABLE: readonly ModerationAction[] = ["warn", "hide", "limit", "suspend"];
