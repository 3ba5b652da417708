import { ACCOUNT_STANDINGS } from "@/lib/domain/accounts/users/rules";
import { z } from "zod";
import { text } from "@/lib/domain/kernel/text/schema";
import { person } from "@/lib/domain/accounts/users/schema";
import {
  APPEAL_LENGTH,
  DECISION_REASON_LENGTH,
  MAX_REPORT_COMMENT,
  MODERATION_ACTIONS,
  REASON_NAMES,
  REPORT_STATUSES,
  SUBJECT_TYPES,
} from "./rules";

const moment = z.iso.datetime();

const reportSubject = z.strictObject({
  type: z.enum(SUBJECT_TYPES).meta({ description: "What kind of thing it is." }),
  id: z.string().min(1).max(100).meta({ description: "Its id.", example: "post_0VhQ3kTzAbCdEfGhIjKlMn" }),
});

export type Subject = z.output<typeof reportSubject>;

/** docs/contract.md#reports-and-moderation */
export const newReport = z
  .strictObject({
    subject: reportSubject,
    reason: z.enum(REASON_NAMES).meta({ description: "Why it should be looked at." }),
    comment: text("comment", { min: 0, max: MAX_REPORT_COMMENT })
      .optional()
      .meta({ description: `What moderators should know, up to ${MAX_REPORT_COMMENT} characters.`, example: "" }),
  })
  .meta({ id: "NewReport" });

export type NewReport = z.output<typeof newReport>;

export const filedReport = z
  .object({ id: z.string().meta({ example: "rep_0VhQ3kTzAbCdEfGhIjKlMn" }) })
  .meta({ id: "FiledReport", description: "The report, which only moderators can read." });

export const snapshot = z.object({
  title: z.string().optional(),
  content: z.string(),
  media: z.array(z.object({ id: z.string(), url: z.string(), alt: z.string() })),
  author: person,
  createdAt: moment,
  /** A path on this site. */
  link: z.string(),
});

export type Snapshot = z.output<typeof snapshot>;

export const reportFilter = z.object({
  status: z.enum(REPORT_STATUSES).default("open"),
  reason: z.enum(REASON_NAMES).optional(),
  type: z.enum(SUBJECT_TYPES).optional(),
});

export type ReportFilter = z.output<typeof reportFilter>;

export const decision = z.object({
  id: z.string(),
  action: z.enum(MODERATION_ACTIONS),
  reason: z.string(),
  until: moment.nullable(),
  moderator: person,
  createdAt: moment,
  liftedAt: moment.nullable(),
});

export const report = z.object({
  id: z.string(),
  subject: z.object({ type: z.enum(SUBJECT_TYPES), id: z.string() }),
  reason: z.enum(REASON_NAMES),
  comment: z.string(),
  status: z.enum(REPORT_STATUSES),
  snapshot,
  reporter: person,
  account: person,
  /** Open reports of the same subject, this one included. */
  openReports: z.number().int(),
  decision: decision.nullable(),
  createdAt: moment,
});

export type Report = z.output<typeof report>;

export const decidedReport = report.extend({
  /** When the account's suspension ends: later than decided if another one is longer, null if it has no end. */
  suspendedUntil: moment.nullable(),
});

export type DecidedReport = z.output<typeof decidedReport>;

/** The surroundings of a report's subject, in their current form. */
const surrounding = z.object({
  id: z.string(),
  author: person,
  content: z.string(),
  createdAt: moment,
  /** Whether it came after the subject. */
  isLater: z.boolean(),
});

export type Surrounding = z.output<typeof surrounding>;

export const reportContext = z.object({
  around: z.array(surrounding),
  reports: z.array(report),
  decisions: z.array(decision),
  account: z.object({
    createdAt: moment,
    role: z.string(),
    state: z.enum(ACCOUNT_STANDINGS),
    suspendedUntil: moment.nullable(),
  }),
});

export type ReportContext = z.output<typeof reportContext>;

export const newDecision = z
  .strictObject({
    action: z.enum(MODERATION_ACTIONS),
    reason: text("reason", DECISION_REASON_LENGTH),
    until: moment.optional(),
  })
  .refine(({ action, until }) => (action === "suspend") === (until !== undefined), {
    path: ["until"],
    error: "until says when a suspension ends, and belongs to suspend alone",
  });

export type Decision = z.output<typeof decision>;

export type NewDecision = z.output<typeof newDecision>;

const appealState = z.object({
  content: z.string(),
  status: z.enum(["open", "upheld", "granted"]),
  answer: z.string(),
  createdAt: moment,
  decidedAt: moment.nullable(),
});

export const ownDecision = decision.omit({ moderator: true }).extend({
  subject: z.object({ type: z.enum(SUBJECT_TYPES), id: z.string() }),
  /** The reported text; null if nobody reported any. */
  quote: z.string().nullable(),
  appeal: appealState.nullable(),
});

export type OwnDecision = z.output<typeof ownDecision>;

/** The body of an appeal: by the decision's id when signed in, otherwise by the token of a letter. */
export const newAppeal = z
  .strictObject({
    decisionId: z.string().max(100).optional(),
    token: z.string().max(200).optional(),
    content: text("content", APPEAL_LENGTH),
  })
  .refine(({ decisionId, token }) => (decisionId === undefined) !== (token === undefined), {
    path: ["decisionId"],
    error: "Name the decision by decisionId, or by the token of its link",
  });

export type NewAppeal = z.output<typeof newAppeal>;

export const appeal = appealState.extend({
  decision: decision.extend({ subject: z.object({ type: z.enum(SUBJECT_TYPES), id: z.string() }) }),
  account: person,
  snapshot: snapshot.nullable(),
});

export type Appeal = z.output<typeof appeal>;

export const filedAppeal = z.object({ id: z.string() });

export const appealFilter = z.object({ status: z.enum(["open", "upheld", "granted"]).default("open") });

export const appealAnswer = z.strictObject({ granted: z.boolean(), answer: text("answer", DECISION_REASON_LENGTH) });

export type AppealAnswer = z.output<typeof appealAnswer>;
