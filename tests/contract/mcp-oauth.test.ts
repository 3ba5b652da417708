import {
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { database } from "@/lib/infra/database/db";
import { BASE_URL, send } from "@/tests/support/api";
import { newAccount } from "@/tests/support/api-accounts";
import { callTool, newMcpClient, REVISIONS } from "@/tests/support/mcp-client";
import { sessionCookieOf } from "@/tests/support/session-cookie";

const REDIRECT = "http://127.0.0.1:4997/callback";

/** A host that stores in memory what the protocol's own client discovers, and the URL for its user. */
class Host implements OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = { client_name: "A host", redirect_uris: [REDIRECT], token_endpoint_auth_method: "none" };
  sentTo: URL | undefined;
  private information: StoredOAuthClientInformation | undefined;
  private stored: StoredOAuthTokens | undefined;
  private verifier = "";
  private found: OAuthDiscoveryState | undefined;

  clientInformation = () => this.information;
  saveClientInformation = (information: StoredOAuthClientInformation) => void (this.information = information);
  tokens = () => this.stored;
  saveTokens = (tokens: StoredOAuthTokens) => void (this.stored = tokens);
  redirectToAuthorization = (url: URL) => void (this.sentTo = url);
  saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
  codeVerifier = () => this.verifier;
  discoveryState = () => this.found;
  saveDiscoveryState = (found: OAuthDiscoveryState) => void (this.found = found);
}

test.each(REVISIONS)(
  "the protocol's own client authorizes with only the server's URL, in revision %s",
  async (revision) => {
    const account = await newAccount();
    const headers = {
      Cookie: await sessionCookieOf({ ...account.ctx(), channel: "session" }),
      Origin: new URL(BASE_URL).origin,
    };
    const host = new Host();
    const transport = () => new StreamableHTTPClientTransport(new URL("/mcp", BASE_URL), { authProvider: host });
    const first = transport();
    await expect(newMcpClient(revision).connect(first)).rejects.toThrow(UnauthorizedError);

    const asked = Object.fromEntries(host.sentTo!.searchParams);
    expect(asked).toMatchObject({ code_challenge_method: "S256", resource: `${new URL(BASE_URL).origin}/mcp` });
    expect(asked.scope).toContain("read:feed");
    expect(asked.scope).not.toContain("write:posts");
    const allowed = await send("/api/oauth/authorizations", { method: "POST", json: asked, headers });
    const { searchParams } = new URL((allowed.json as { redirectTo: string }).redirectTo);
    await first.finishAuth(searchParams);

    const client = newMcpClient(revision);
    await client.connect(transport());
    const { data } = await callTool(client, "me_get");
    expect(data.result).toMatchObject({ handle: account.handle });
    await client.close();
    expect(await database().prisma.appGrant.findMany({ where: { userId: account.id } })).toMatchObject([
      { audience: "mcp" },
    ]);
  },
);
