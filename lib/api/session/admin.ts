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
import { blockApp, listApps, unblockApp } from "@/lib/domain/apps/blocking";
import { appBlock, appFilter, listedApp } from "@/lib/domain/apps/schema";
import { sessionOperation } from "@/lib/http/operation";

/** All apps, and blocking them, for admins. */
export const adminApps = {
  list: sessionOperation("GET /api/admin/apps", {
    staff: "admin",
    summary: "List apps",
    paginated: true,
    query: appFilter,
    returns: listedApp,
    errors: ["forbidden"],
    run: listApps,
  }),
  block: sessionOperation("PUT /api/admin/apps/{id}/block", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "Block an app",
    body: appBlock,
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: blockApp,
  }),
  unblock: sessionOperation("DELETE /api/admin/apps/{id}/block", {
    staff: "admin",
    stepUp: true,
    writes: "moderation",
    summary: "End the block of an app",
    status: 204,
    returns: null,
    errors: ["forbidden", "not_found"],
    run: unblockApp,
  }),
};

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
