import { setTimeout as sleep } from "node:timers/promises";
import { CommandError, EXIT } from "./exit-codes";
import { PACKAGE } from "./package";

/** The client_id of this program, built into every site. */
const CLIENT = "pegboard-cli";
/** A scope that only this program may request, to create webhook endpoints and read events. */
const OWN_SCOPE = "manage:webhooks";
/** How long before its expiry an access token is no longer used. */
const MARGIN_MS = 60_000;

/** The tokens of a grant that the user approved in their browser. */
export interface Tokens {
  access: string;
  refresh: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/** The parts of a site's metadata that are used here (RFC 8414). */
interface Server {
  issuer: string;
  token_endpoint: string;
  device_authorization_endpoint: string;
  revocation_endpoint: string;
  scopes_supported: string[];
}

/** What the user is shown while this program waits for approval. */
export interface Invitation {
  address: string;
  code: string;
}

export const isAlmostOver = ({ expiresAt }: Tokens): boolean => Date.now() > expiresAt - MARGIN_MS;

/**
 * Waits until the user has approved this program in their browser (RFC 8628).
 * @param invite called once with what to show the user
 */
export async function authorize(
  site: string,
  scope: string | undefined,
  invite: (invitation: Invitation) => void,
): Promise<Tokens> {
  const server = await describe(site);
  const begun = await ask<{ device_code: string; user_code: string; verification_uri_complete: string }>(
    server.device_authorization_endpoint,
    // Knowing who has signed in requires a scope of its own.
    { scope: scope === undefined ? `${server.scopes_supported.join(" ")} ${OWN_SCOPE}` : `read:profile ${scope}` },
  );
  if (begun.error !== undefined) throw rejected(begun);
  invite({ address: begun.verification_uri_complete, code: begun.user_code });
  const grant = { grant_type: "urn:ietf:params:oauth:grant-type:device_code", device_code: begun.device_code };
  for (let seconds = begun.interval ?? 5; ;) {
    await sleep(seconds * 1000);
    const answer = await ask<TokenAnswer>(server.token_endpoint, grant);
    if (answer.error === undefined) return tokensOf(answer);
    if (answer.error === "slow_down" || answer.error === FAILED) seconds += 5;
    else if (answer.error !== "authorization_pending") throw rejected(answer);
  }
}

/** Exchanges a refresh token. @throws CommandError if it no longer works */
export async function refresh(site: string, { refresh: refresh_token }: Tokens): Promise<Tokens> {
  const { token_endpoint } = await describe(site);
  const answer = await ask<TokenAnswer>(token_endpoint, { grant_type: "refresh_token", refresh_token });
  if (answer.error === undefined) return tokensOf(answer);
  if (answer.error !== "invalid_grant") throw rejected(answer);
  throw new CommandError(`You are no longer signed in to ${site}. Run pegboard login.`, EXIT.notAllowed);
}

export async function revoke(site: string, { refresh: token }: Tokens): Promise<void> {
  const answer = await ask((await describe(site)).revocation_endpoint, { token });
  if (answer.error !== undefined) throw rejected(answer);
}

interface TokenAnswer {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

const tokensOf = ({ access_token, refresh_token, expires_in }: TokenAnswer): Tokens => ({
  access: access_token,
  refresh: refresh_token,
  expiresAt: Date.now() + expires_in * 1000,
});

async function describe(site: string): Promise<Server> {
  const response = await reach(`${site}/.well-known/oauth-authorization-server`, {});
  if (response.ok) {
    const server = (await response.json()) as Server;
    if (server.issuer === site) return server;
    throw new CommandError(`${site} calls itself ${server.issuer}. Use that: --site ${server.issuer}`, EXIT.usage);
  }
  throw new CommandError(
    `${site} cannot ask you in your browser. Create an API key there, and run pegboard login --key-stdin.`,
    EXIT.failed,
  );
}

interface OAuthFailure {
  error: string;
  error_description?: string;
}

async function ask<Answer extends object>(
  address: string,
  parameters: Record<string, string>,
): Promise<(Answer & { error?: undefined; interval?: number }) | OAuthFailure> {
  const response = await reach(address, {
    method: "POST",
    headers: { "User-Agent": `pegboard/${PACKAGE.version} (${process.platform})` },
    body: new URLSearchParams({ client_id: CLIENT, ...parameters }),
  });
  const answer = (await response.json().catch(() => undefined)) as
    (Answer & { error?: undefined }) | OAuthFailure | undefined;
  if (response.status >= 429) return { error: FAILED };
  return answer ?? { error: `status ${response.status}` };
}

/** The code for temporary failures: a rate limit, or an unavailable server. */
const FAILED = "temporarily_unavailable";

const TIMEOUT_MS = 30_000;

function reach(address: string, init: RequestInit): Promise<Response> {
  return fetch(address, { ...init, redirect: "error", signal: AbortSignal.timeout(TIMEOUT_MS) }).catch((): never => {
    throw new CommandError(`${new URL(address).origin} cannot be reached.`, EXIT.failed);
  });
}

const rejected = ({ error, error_description }: OAuthFailure) =>
  new CommandError(error_description ?? `The site answered ${error}.`, EXIT.notAllowed);
