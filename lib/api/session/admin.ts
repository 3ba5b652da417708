import { changeRole, changeTier } from "@/lib/domain/deployment/administration/commands";
import { listEntriesAbout, getAccount, listAccounts } from "@/lib/domain/deployment/administration/queries";
import {
  accountDetails,
  accountEntry,
  accountFilter,
  listedAccount,
  roleChange,
  tierChange,
} from "@/lib/domain/deployment/administration/schema";
import { blockApp, listApps, unblockApp } from "@/lib/domain/accounts/apps/blocking";
import { appBlock, appFilter, listedApp } from "@/lib/domain/accounts/apps/schema";
import { sessionOperation } from "@/lib/http/operation";
import { adminChange } from "./admin-change";

export const adminApps = {
  list: sessionOperation("GET /api/admin/apps", {
    staff: "admin",
    paginated: true,
    query: appFilter,
    returns: listedApp,
    run: listApps,
  }),
  block: sessionOperation("PUT /api/admin/apps/{id}/block", {
    ...adminChange,
    body: appBlock,
    returns: null,
    run: blockApp,
  }),
  unblock: sessionOperation("DELETE /api/admin/apps/{id}/block", { ...adminChange, returns: null, run: unblockApp }),
};

export const adminPeople = {
  list: sessionOperation("GET /api/admin/people", {
    staff: "admin",
    paginated: true,
    query: accountFilter,
    returns: listedAccount,
    run: listAccounts,
  }),
  get: sessionOperation("GET /api/admin/people/{id}", { staff: "admin", returns: accountDetails, run: getAccount }),
  entries: sessionOperation("GET /api/admin/people/{id}/audit-log", {
    staff: "admin",
    paginated: true,
    returns: accountEntry,
    run: listEntriesAbout,
  }),
  changeRole: sessionOperation("PUT /api/admin/people/{id}/role", {
    staff: "admin",
    writes: "moderation",
    body: roleChange,
    returns: accountDetails,
    run: changeRole,
  }),
  changeTier: sessionOperation("PUT /api/admin/people/{id}/tier", {
    ...adminChange,
    body: tierChange,
    returns: accountDetails,
    run: changeTier,
  }),
};
