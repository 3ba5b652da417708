import { z } from "zod";
import { authenticateApp, findApp } from "@/lib/domain/accounts/apps/clients";
import { registerUnownedApp } from "@/lib/domain/accounts/apps/commands";
import { beginDevice, exchangeDeviceCode } from "@/lib/domain/accounts/apps/devices";
import { OAuthError } from "@/lib/domain/accounts/apps/oauth-error";
import { appName, redirectUris, websiteOrNone } from "@/lib/domain/accounts/apps/schema";
import { exchangeCode, introspectToken, refreshTokens, revokeToken } from "@/lib/domain/accounts/apps/tokens";
import type { Route } from "@/lib/http/handlers";
import { serveOAuth } from "@/lib/http/pipeline/serve-oauth";
import { PATHS } from "./metadata";

const GRANTS = {
  authorization_code: exchangeCode,
  refresh_token: refreshTokens,
  "urn:ietf:params:oauth:grant-type:device_code": exchangeDeviceCode,
};

/** The metadata of an app that registers itself. Fields that are not used here are ignored (RFC 7591). */
const registration = z.object({
  redirect_uris: redirectUris,
  client_name: appName.optional(),
  client_uri: websiteOrNone,
});

export const OAUTH = {
  token: serveOAuth({
    path: PATHS.token,
    takes: "form",
    authenticate: authenticateApp,
    run: async (ctx, app, { parameters }) => {
      const grant = parameters.grant_type ?? "";
      if (!Object.hasOwn(GRANTS, grant))
        throw new OAuthError("unsupported_grant_type", `grant_type is one of ${Object.keys(GRANTS).join(", ")}.`);
      return GRANTS[grant as keyof typeof GRANTS](ctx, app, parameters);
    },
  }),
  device: serveOAuth({
    path: PATHS.device,
    takes: "form",
    budget: "deviceRequests",
    authenticate: (ctx, credentials) => authenticateApp(ctx, credentials, findApp),
    run: (ctx, app, { parameters: { scope, resource }, program }) =>
      beginDevice(ctx, app, { scope, resource, program }),
  }),
  revocation: serveOAuth({
    path: PATHS.revocation,
    takes: "form",
    authenticate: authenticateApp,
    run: async (ctx, app, { parameters }) => {
      await revokeToken(ctx, app, parameters);
      return {};
    },
  }),
  introspection: serveOAuth({
    path: PATHS.introspection,
    takes: "form",
    authenticate: authenticateApp,
    run: (ctx, app, { parameters }) => introspectToken(ctx, app, parameters),
  }),
  registration: serveOAuth({
    path: PATHS.registration,
    takes: "json",
    status: 201,
    budget: "newApps",
    run: async (ctx, body) => {
      const parsed = registration.safeParse(body);
      if (!parsed.success) throw badRegistration(parsed.error);
      const { client_name: name, client_uri: site, redirect_uris } = parsed.data;
      const described = { name: name ?? "Unnamed app", website: site ?? null, redirectUris: redirect_uris };
      const app = await registerUnownedApp(ctx, described);
      return {
        client_id: app.id,
        client_id_issued_at: Math.floor(app.createdAt.getTime() / 1000),
        client_name: app.name,
        ...(app.website !== null && { client_uri: app.website }),
        redirect_uris: app.redirectUris,
        grant_types: Object.keys(GRANTS),
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      };
    },
  }),
};

function badRegistration({ issues: [issue] }: z.ZodError): OAuthError {
  const [field, ...rest] = issue?.path ?? [];
  const code = field === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  return new OAuthError(code, `${[field, ...rest].join(".")}: ${issue?.message}.`);
}

/** Returns the handlers of all paths that apps call directly. */
export const oauthRoutes = (): Route[] =>
  Object.entries(OAUTH).map(([name, handlers]) => ({ path: PATHS[name as keyof typeof OAUTH], handlers }));
