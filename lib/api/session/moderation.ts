import { decideAppeal, fileAppeal } from "@/lib/domain/people/moderation/appeals";
import { decideReport } from "@/lib/domain/people/moderation/decisions";
import { listAppeals, listOwnDecisions } from "@/lib/domain/people/moderation/own-decisions";
import { getReport, getReportContext, listReports } from "@/lib/domain/people/moderation/queries";
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
} from "@/lib/domain/people/moderation/schema";
import { sessionOperation } from "@/lib/http/operation";

export const moderation = {
  list: sessionOperation("GET /api/moderation/reports", {
    staff: "moderator",
    paginated: true,
    query: reportFilter,
    returns: report,
    run: listReports,
  }),
  get: sessionOperation("GET /api/moderation/reports/{id}", { staff: "moderator", returns: report, run: getReport }),
  decide: sessionOperation("POST /api/moderation/reports/{id}", {
    staff: "moderator",
    writes: "moderation",
    body: newDecision,
    returns: decidedReport,
    run: decideReport,
  }),
  context: sessionOperation("GET /api/moderation/reports/{id}/context", {
    staff: "moderator",
    returns: reportContext,
    run: getReportContext,
  }),
  appeals: sessionOperation("GET /api/moderation/appeals", {
    staff: "moderator",
    paginated: true,
    query: appealFilter,
    returns: appeal,
    run: listAppeals,
  }),
  answer: sessionOperation("POST /api/moderation/appeals/{id}", {
    staff: "moderator",
    writes: "moderation",
    body: appealAnswer,
    returns: null,
    run: decideAppeal,
  }),
};

export const decisions = {
  list: sessionOperation("GET /api/account/decisions", {
    paginated: true,
    returns: ownDecision,
    run: listOwnDecisions,
  }),
  appeal: sessionOperation("POST /api/account/appeals", {
    writes: null,
    budget: "forgotPassword",
    session: "optional",
    body: newAppeal,
    status: 201,
    returns: filedAppeal,
    run: fileAppeal,
  }),
};
