import { decideAppeal, fileAppeal } from "@/lib/domain/moderation/appeals";
import { decideReport } from "@/lib/domain/moderation/decisions";
import { getDecisionOfToken, listAppeals, listOwnDecisions } from "@/lib/domain/moderation/own-decisions";
import { getReport, getReportContext, listReports } from "@/lib/domain/moderation/queries";
import {
  appeal,
  appealAnswer,
  appealFilter,
  filedAppeal,
  newAppeal,
  newDecision,
  ownDecision,
  decidedReport,
  report,
  reportContext,
  reportFilter,
} from "@/lib/domain/moderation/schema";
import { sessionOperation } from "@/lib/http/operation";
import { z } from "zod";

/** What moderators read and decide. */
export const moderation = {
  list: sessionOperation("GET /api/moderation/reports", {
    staff: "moderator",
    summary: "The reports of one status",
    paginated: true,
    query: reportFilter,
    returns: report,
    errors: ["forbidden"],
    run: listReports,
  }),
  get: sessionOperation("GET /api/moderation/reports/{id}", {
    staff: "moderator",
    summary: "One report",
    returns: report,
    errors: ["forbidden", "not_found"],
    run: getReport,
  }),
  decide: sessionOperation("POST /api/moderation/reports/{id}", {
    staff: "moderator",
    writes: "moderation",
    summary: "Decide on a report",
    body: newDecision,
    returns: decidedReport,
    errors: ["forbidden", "proof_required", "not_found", "conflict"],
    run: decideReport,
  }),
  context: sessionOperation("GET /api/moderation/reports/{id}/context", {
    staff: "moderator",
    summary: "What else is known of the account that a report is about",
    returns: reportContext,
    errors: ["forbidden", "not_found"],
    run: getReportContext,
  }),
  appeals: sessionOperation("GET /api/moderation/appeals", {
    staff: "moderator",
    summary: "The appeals of one status",
    paginated: true,
    query: appealFilter,
    returns: appeal,
    errors: ["forbidden"],
    run: listAppeals,
  }),
  answer: sessionOperation("POST /api/moderation/appeals/{id}", {
    staff: "moderator",
    writes: "moderation",
    summary: "Decide on an appeal",
    body: appealAnswer,
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found", "conflict"],
    run: decideAppeal,
  }),
};

/** What somebody reads of decisions about them, and their appeals. */
export const decisions = {
  list: sessionOperation("GET /api/account/decisions", {
    summary: "What moderators decided about you",
    paginated: true,
    returns: ownDecision,
    run: listOwnDecisions,
  }),
  ofToken: sessionOperation("GET /api/account/decision", {
    summary: "The decision that a letter’s link is about",
    session: "none",
    query: z.object({ token: z.string().max(200) }),
    returns: ownDecision,
    errors: ["not_found"],
    run: getDecisionOfToken,
  }),
  appeal: sessionOperation("POST /api/account/appeals", {
    writes: null,
    budget: "forgotPassword",
    summary: "Appeal a decision",
    session: "optional",
    body: newAppeal,
    status: 201,
    returns: filedAppeal,
    errors: ["not_found", "conflict"],
    run: fileAppeal,
  }),
};
