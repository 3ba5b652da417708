import { type Audience, AUDIENCE_NAMES, issuer, resourceOf } from "@/lib/domain/accounts/apps/resources";
import { scopesFor } from "@/lib/domain/accounts/apps/rules";
import { type Handlers, handlersFor } from "@/lib/http/handlers";
import { corsHeaders, preflight } from "@/lib/http/response/cors";
import { sessionMethodNotAllowed } from "@/lib/http/response/session-error";
import { PlainResponse } from "@/lib/http/response/plain-response";

/** The paths of the OAuth endpoints. The first is a page. */
export const PATHS = {
  authorization: "/oauth/authorize",
  token: "/api/oauth/token",
  device: "/api/oauth/device-authorization",
  revocation: "/api/oauth/revoke",
  introspection: "/api/oauth/introspect",
  registration: "/api/oauth/register",
};

const absolute = (path: string) => new URL(path, issuer()).href;

/** Returns the metadata of the authorization server (RFC 8414). */
export const serverMetadata = () => ({
  issuer: issuer(),
  authorization_endpoint: absolute(PATHS.authorization),
  token_endpoint: absolute(PATHS.token),
  device_authorization_endpoint: absolute(PATHS.device),
  revocation_endpoint: absolute(PATHS.revocation),
  introspection_endpoint: absolute(PATHS.introspection),
  registration_endpoint: absolute(PATHS.registration),
  scopes_supported: scopesFor(""),
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  revocation_endpoint_auth_methods_supported: ["none", "client_secret_basic", "client_secret_post"],
  introspection_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
  protected_resources: AUDIENCE_NAMES.map(resourceOf),
  service_documentation: absolute("/docs/api"),
});

/** Returns the metadata of a protected resource (RFC 9728). */
export const resourceMetadata = (audience: Audience) => ({
  resource: resourceOf(audience),
  authorization_servers: [issuer()],
  scopes_supported: scopesFor(""),
  bearer_methods_supported: ["header"],
  resource_name: audience === "api" ? "Pegboard API" : "Pegboard MCP server",
  resource_documentation: absolute("/docs/api"),
});

export function serveMetadata(describe: () => object): Handlers {
  const headers = { "Content-Type": "application/json", "Cache-Control": "public, max-age=300", ...corsHeaders };
  return handlersFor({
    declared: { GET: async () => new PlainResponse(JSON.stringify(describe()), { status: 200, headers }) },
    options: async () => preflight(["GET", "HEAD"], corsHeaders),
    undeclared: sessionMethodNotAllowed("GET, HEAD, OPTIONS"),
  });
}
