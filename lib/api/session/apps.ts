import { allowApp } from "@/lib/domain/apps/authorization";
import { deleteApp, registerApp, rotateAppSecret, updateApp } from "@/lib/domain/apps/commands";
import { allowDevice, findWaiting, refuseDevice } from "@/lib/domain/apps/devices";
import { revokeApp } from "@/lib/domain/apps/grants";
import { listGrantedApps, listOwnApps } from "@/lib/domain/apps/queries";
import {
  appChanges,
  authorizationParameters,
  grantedAppList,
  issuedApp,
  newApp,
  ownApp,
  ownAppList,
  redirection,
  typedCode,
  waitingProgram,
} from "@/lib/domain/apps/schema";
import { listAppRequests, summarizeAppRequests } from "@/lib/domain/request-log/queries";
import { appRequest, appRequestFilter, appRequestSummary, appSummaryQuery } from "@/lib/domain/request-log/schema";
import { sessionOperation } from "@/lib/http/operation";

/** The apps that act on behalf of an account, and the consent that allows it. */
export const apps = {
  list: sessionOperation("GET /api/account/apps", {
    summary: "List the apps that act for you",
    returns: grantedAppList,
    run: listGrantedApps,
  }),
  revoke: sessionOperation("DELETE /api/account/apps/{id}", {
    writes: "profile",
    summary: "End what an app may do for you",
    status: 204,
    returns: null,
    run: revokeApp,
  }),
  allow: sessionOperation("POST /api/oauth/authorizations", {
    writes: "keys",
    stepUp: true,
    summary: "Let an app act for you, and get the address that leads back to it",
    body: authorizationParameters,
    returns: redirection,
    run: allowApp,
  }),
  findWaiting: sessionOperation("POST /api/oauth/device/find", {
    writes: "keys",
    summary: "See which program waits for a code",
    body: typedCode,
    returns: waitingProgram,
    run: findWaiting,
  }),
  allowDevice: sessionOperation("POST /api/oauth/device/allow", {
    writes: "keys",
    stepUp: true,
    summary: "Let a waiting program act for you",
    body: typedCode,
    status: 204,
    returns: null,
    run: allowDevice,
  }),
  refuseDevice: sessionOperation("POST /api/oauth/device/refuse", {
    writes: "profile",
    summary: "Refuse a waiting program",
    body: typedCode,
    status: 204,
    returns: null,
    run: refuseDevice,
  }),
};

/** Apps, as their developers manage them. */
export const ownApps = {
  list: sessionOperation("GET /api/developer/apps", {
    summary: "List your apps",
    returns: ownAppList,
    run: listOwnApps,
  }),
  register: sessionOperation("POST /api/developer/apps", {
    writes: "keys",
    stepUp: true,
    summary: "Register an app",
    body: newApp,
    status: 201,
    returns: issuedApp,
    secret: true,
    run: registerApp,
  }),
  update: sessionOperation("PATCH /api/developer/apps/{id}", {
    writes: "keys",
    stepUp: true,
    summary: "Change an app",
    body: appChanges,
    returns: ownApp,
    run: updateApp,
  }),
  rotateSecret: sessionOperation("POST /api/developer/apps/{id}/rotate-secret", {
    writes: "keys",
    stepUp: true,
    summary: "Give an app another secret",
    returns: issuedApp,
    secret: true,
    run: rotateAppSecret,
  }),
  requests: sessionOperation("GET /api/developer/apps/{id}/requests", {
    summary: "List the requests of an app",
    query: appRequestFilter,
    paginated: true,
    returns: appRequest,
    errors: ["not_found"],
    run: listAppRequests,
  }),
  summarizeRequests: sessionOperation("GET /api/developer/apps/{id}/requests/summary", {
    summary: "Sum up the requests of an app",
    query: appSummaryQuery,
    returns: appRequestSummary,
    errors: ["not_found"],
    run: summarizeAppRequests,
  }),
  remove: sessionOperation("DELETE /api/developer/apps/{id}", {
    writes: "profile",
    summary: "Delete an app",
    status: 204,
    returns: null,
    run: deleteApp,
  }),
};
