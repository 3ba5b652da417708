import { allowApp } from "@/lib/domain/accounts/apps/authorization";
import { deleteApp, registerApp, rotateAppSecret, updateApp } from "@/lib/domain/accounts/apps/commands";
import { allowDevice, findWaiting, denyDevice } from "@/lib/domain/accounts/apps/devices";
import { revokeApp } from "@/lib/domain/accounts/apps/grants";
import {
  appChanges,
  authorizationParameters,
  issuedApp,
  newApp,
  ownApp,
  redirection,
  typedCode,
  waitingProgram,
} from "@/lib/domain/accounts/apps/schema";
import { listAppRequests, summarizeAppRequests } from "@/lib/domain/accounts/request-log/queries";
import {
  appRequest,
  appRequestFilter,
  appRequestSummary,
  appSummaryQuery,
} from "@/lib/domain/accounts/request-log/schema";
import { sessionOperation } from "@/lib/http/operation";

const granting = { writes: "keys", stepUp: true } as const;

/** The apps that act on behalf of an account, and the consent that allows it. */
export const apps = {
  revoke: sessionOperation("DELETE /api/account/apps/{id}", { writes: "profile", returns: null, run: revokeApp }),
  allow: sessionOperation("POST /api/oauth/authorizations", {
    ...granting,
    body: authorizationParameters,
    returns: redirection,
    run: allowApp,
  }),
  findWaiting: sessionOperation("POST /api/oauth/device/find", {
    writes: "keys",
    body: typedCode,
    returns: waitingProgram,
    run: findWaiting,
  }),
  allowDevice: sessionOperation("POST /api/oauth/device/allow", {
    ...granting,
    body: typedCode,
    returns: null,
    run: allowDevice,
  }),
  denyDevice: sessionOperation("POST /api/oauth/device/refuse", {
    writes: "profile",
    body: typedCode,
    returns: null,
    run: denyDevice,
  }),
};

export const ownApps = {
  register: sessionOperation("POST /api/developer/apps", {
    ...granting,
    body: newApp,
    status: 201,
    returns: issuedApp,
    secret: true,
    run: registerApp,
  }),
  update: sessionOperation("PATCH /api/developer/apps/{id}", {
    ...granting,
    body: appChanges,
    returns: ownApp,
    run: updateApp,
  }),
  rotateSecret: sessionOperation("POST /api/developer/apps/{id}/rotate-secret", {
    ...granting,
    returns: issuedApp,
    secret: true,
    run: rotateAppSecret,
  }),
  requests: sessionOperation("GET /api/developer/apps/{id}/requests", {
    query: appRequestFilter,
    paginated: true,
    returns: appRequest,
    run: listAppRequests,
  }),
  summarizeRequests: sessionOperation("GET /api/developer/apps/{id}/requests/summary", {
    query: appSummaryQuery,
    returns: appRequestSummary,
    run: summarizeAppRequests,
  }),
  remove: sessionOperation("DELETE /api/developer/apps/{id}", { writes: "profile", returns: null, run: deleteApp }),
};
