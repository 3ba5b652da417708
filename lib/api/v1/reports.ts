import { fileReport } from "@/lib/domain/people/moderation/subjects";
import { filedReport, newReport } from "@/lib/domain/people/moderation/schema";
import { apiOperation } from "@/lib/http/operation";

/** docs/contract.md#reports-and-moderation */
export const reports = {
  create: apiOperation("POST /api/v1/reports", {
    writes: "reports",
    scope: "write:reports",
    summary: "Report something",
    description:
      "Asks the moderators to look at a post, comment, build, message or person that you can see. It is kept as it is now. While your report is open, reporting the same thing again returns the same id.",
    body: newReport,
    status: 201,
    returns: filedReport,
    errors: ["not_found"],
    example: { subject: { type: "post", id: "post_0VhQ3kTzAbCdEfGhIjKlMn" }, reason: "spam" },
    run: fileReport,
  }),
};
