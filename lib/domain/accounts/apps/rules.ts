import { foldCode } from "@/lib/domain/kernel/text/folding";
import type { Random } from "@/lib/domain/kernel/id";
import { type Scope, SCOPE_NAMES } from "@/lib/domain/accounts/keys/scopes";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/kernel/durations";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

/** Lifetimes of an authorization code and of an access token (docs/contract.md#apps). */
export const CODE_LIFETIME_MS = MINUTE_MS;
export const ACCESS_LIFETIME_MS = HOUR_MS;
/** A refresh token expires when it is unused for this long. */
export const REFRESH_LIFETIME_MS = 60 * DAY_MS;
/** How long a used refresh token still returns the same successors, for a client that lost the response. */
export const REFRESH_GRACE_MS = MINUTE_MS;
/** Our choice: how long a used code is remembered, so that using it again ends the grant. */
export const CODE_MEMORY_MS = DAY_MS;
/** Refreshes of one grant within an hour. Used tokens are kept until they expire, to detect their reuse. */
export const MAX_REFRESHES_PER_HOUR = 30;
/** How long people have to read and type a code, and how long a program waits between two polls. */
export const DEVICE = {
  lifetimeMs: 10 * MINUTE_MS,
  intervalSeconds: 5,
  slowDownSeconds: 5,
  maxIntervalSeconds: 60,
  leastMs: 1000,
};
/** Our choice: apps that one account may register, which bounds the lists of them. */
export const MAX_APPS = 25;
/** Grants of one account: to one app, such as on several devices, and to all. Beyond, the oldest is revoked. */
export const MAX_GRANTS = { perApp: 10, perAccount: 200 };
export const APP_NAME_LENGTH = 60;
export const BLOCK_REASON_LENGTH = { min: 1, max: 500 };
/** Our choice: the list of all apps counts at most this many grants of each, because it does so for every row. */
export const MAX_COUNTED_GRANTS = 100;
export const MAX_REDIRECT_URIS = 10;
export const MAX_URI_LENGTH = 500;
export const MAX_STATE_LENGTH = 2000;
/** A registration, which anybody can make, is deleted if nobody authorized it within this time (docs/apps.md). */
export const UNUSED_APP_RETENTION_MS = DAY_MS;
/** An app's metadata document: its maximum size in bytes, the timeout of fetching it, and how long it is cached. */
export const DOCUMENT = {
  maxBytes: 10_000,
  timeoutMs: 5000,
  keptMs: { least: 5 * MINUTE_MS, usual: HOUR_MS, most: DAY_MS },
};

/** Scopes reserved to our own command line: a webhook endpoint outlives the app's session, and receives everything. */
const OWN_SCOPES: readonly Scope[] = ["manage:webhooks", "manage:sandbox"];

export const scopesFor = (appId: string): Scope[] =>
  SCOPE_NAMES.filter((scope) => appId === COMMAND_LINE || !OWN_SCOPES.includes(scope));

/** The client_id of our own command line, whose row a migration inserts. */
export const COMMAND_LINE = "pegboard-cli";

/** Easy to read aloud and to type: no vowels, so no words, and no letters that look alike. */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";
const USER_CODE_LENGTH = 8;

/** Creates the code that people type, without its hyphen. Unbiased: rejects bytes from 240 up. */
export function newUserCode(random: Random): string {
  let code = "";
  while (code.length < USER_CODE_LENGTH)
    for (const byte of random(2 * USER_CODE_LENGTH))
      if (byte < 240 && code.length < USER_CODE_LENGTH) code += USER_CODE_LETTERS[byte % USER_CODE_LETTERS.length];
  return code;
}

export const showUserCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** Normalizes a typed code; undefined if it cannot be one. */
export function readUserCode(typed: string): string | undefined {
  const code = foldCode(typed);
  return code.length === USER_CODE_LENGTH && [...code].every((letter) => USER_CODE_LETTERS.includes(letter))
    ? code
    : undefined;
}

const LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
/** Our choice: editors whose scheme is not a reversed domain name, which RFC 8252 requires of all others. */
const EDITOR_SCHEMES = ["cursor:", "vscode:", "vscode-insiders:", "windsurf:"];
/** A reversed domain name: a top-level domain, and at least one label below it. */
const REVERSED_DOMAIN = /^(?:[a-z]{2,}|xn--[a-z0-9-]+)(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+:$/;
/** Schemes that browsers and systems act on. None is a top-level domain, so no reversed domain name begins with one. */
const FOREIGN_SCHEMES = ["about", "blob", "data", "file", "filesystem", "ftp", "http", "https", "intent", "javascript"];

/** Whether a private-use scheme is an app's own, and is followed by a path (RFC 8252, 7.1). */
const isPrivateUse = (protocol: string, uri: string): boolean =>
  (EDITOR_SCHEMES.includes(protocol) ||
    (REVERSED_DOMAIN.test(protocol) && !FOREIGN_SCHEMES.includes(protocol.split(".", 1)[0]!))) &&
  uri.startsWith("/", protocol.length);

const isLoopbackUri = (uri: string): boolean => {
  const { protocol, hostname } = new URL(uri);
  return protocol === "http:" && LOOPBACK.includes(hostname);
};

/** Returns why a URI cannot be a redirect URI; undefined if it can. */
export function findRedirectProblem(uri: string): string | undefined {
  if (uri.length > MAX_URI_LENGTH) return `A redirect URI has at most ${MAX_URI_LENGTH} characters`;
  const url = /^[\x21-\x7e]+$/.test(uri) && !uri.includes("\\") ? parseUrl(uri) : undefined;
  if (!url) return "A redirect URI is an address such as https://example.com/callback";
  const { protocol, username, password, hash, hostname } = url;
  if (username || password) return "A redirect URI has no user name or password";
  if (hash || uri.includes("#")) return "A redirect URI has no fragment";
  // URL would read a host from "https:///host" and "https:host" as well.
  const hasHost = /^https?:\/\/[^/?#]/i.test(uri) && hostname !== "";
  if (hasHost && (protocol === "https:" || isLoopbackUri(uri))) return undefined;
  if (isPrivateUse(protocol, uri)) return undefined;
  return (
    "A redirect URI begins with https:// and a host, with http:// and the host 127.0.0.1, [::1] or localhost, with a " +
    `reversed domain name of yours such as com.example.app:/ (RFC 8252), or with ${EDITOR_SCHEMES.join("//, ")}//`
  );
}

/** Whether the URI equals a registered one, except for a loopback port. */
export function isRegisteredUri(registered: readonly string[], uri: string): boolean {
  if (registered.includes(uri)) return true;
  if (findRedirectProblem(uri) !== undefined || !isLoopbackUri(uri)) return false;
  return registered.some((other) => isLoopbackUri(other) && withoutPort(other) === withoutPort(uri));
}

function withoutPort(uri: string): string {
  const url = new URL(uri);
  url.port = "";
  return url.href;
}
