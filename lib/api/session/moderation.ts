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

/** What moderators read and decide on. */
export const moderation = {
  list: sessionOperation("GET /api/moderation/reports", {
    staff: "moderator",
    summary: "List reports",
    paginated: true,
    query: reportFilter,
    returns: report,
    errors: ["forbidden"],
    run: listReports,
  }),
  get: sessionOperation("GET /api/moderation/reports/{id}", {
    staff: "moderator",
    summary: "Get a report",
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
    summary: "Get the context of a report",
    returns: reportContext,
    errors: ["forbidden", "not_found"],
    run: getReportContext,
  }),
  appeals: sessionOperation("GET /api/moderation/appeals", {
    staff: "moderator",
    summary: "List appeals",
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

/** Decisions about the caller, and their appeals. */
export const decisions = {
  list: sessionOperation("GET /api/account/decisions", {
    summary: "List decisions about you",
    paginated: true,
    returns: ownDecision,
    run: listOwnDecisions,
  }),
  ofToken: sessionOperation("GET /api/account/decision", {
    summary: "Get the decision of a link's token",
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
