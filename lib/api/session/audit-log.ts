import { listOwnEntries, listAllEntries } from "@/lib/domain/accounts/audit-log/queries";
import { auditFilter, listedEntry, securityEntry } from "@/lib/domain/accounts/audit-log/schema";
import { sessionOperation } from "@/lib/http/operation";

export const auditLog = {
  own: sessionOperation("GET /api/account/audit-log", { paginated: true, returns: securityEntry, run: listOwnEntries }),
  all: sessionOperation("GET /api/moderation/audit-log", {
    staff: "admin",
    paginated: true,
    query: auditFilter,
    returns: listedEntry,
    run: listAllEntries,
  }),
};
