import { changeRole, changeTier } from "@/lib/domain/administration/commands";
import { listEntriesAbout } from "@/lib/domain/administration/entries";
import { getAccount, listAccounts } from "@/lib/domain/administration/queries";
import {
  accountDetails,
  accountEntry,
  accountFilter,
  listedAccount,
  roleChange,
  tierChange,
} from "@/lib/domain/administration/schema";
import { sessionOperation } from "@/lib/http/operation";

/** List accounts, for admins. */
export const adminPeople = {
  list: sessionOperation("GET /api/admin/people", {
    staff: "admin",
    summary: "List accounts",
    paginated: true,
    query: accountFilter,
    returns: listedAccount,
    errors: ["forbidden"],
    run: listAccounts,
  }),
  get: sessionOperation("GET /api/admin/people/{id}", {
    staff: "admin",
    summary: "Get an account",
    returns: accountDetails,
    errors: ["forbidden", "not_found"],
    run: getAccount,
  }),
  entries: sessionOperation("GET /api/admin/people/{id}/audit-log", {
    staff: "admin",
    summary: "List the audit log entries about an account",
    paginated: true,
    returns: accountEntry,
    errors: ["forbidden"],
    run: listEntriesAbout,
  }),
  changeRole: sessionOperation("PUT /api/admin/people/{id}/role", {
    staff: "admin",
    writes: "moderation",
    summary: "Change an account's role",
    body: roleChange,
    returns: accountDetails,
    errors: ["forbidden", "proof_required", "not_found", "conflict"],
    run: changeRole,
  }),
  changeTier: sessionOperation("PUT /api/admin/people/{id}/tier", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Change an account's tier",
    body: tierChange,
    returns: accountDetails,
    errors: ["forbidden", "not_found", "conflict"],
    run: changeTier,
  }),
};
