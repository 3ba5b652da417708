import { z } from "zod";
import { env } from "@/lib/infra/environment/env";
import { findPublicUrlProblem } from "@/lib/infra/network/public-address";
import { describeRequestError, sendToPublic } from "@/lib/infra/network/public-request";
import { OAuthError } from "./oauth-error";
import { APP_NAME_LENGTH, DOCUMENT, MAX_URI_LENGTH } from "./rules";
import { appName, redirectUris, website } from "./schema";

/** An app's metadata document (draft-ietf-oauth-client-id-metadata-document). */
export interface DescribedApp {
  name: string;
  website: string | null;
  redirectUris: string[];
  /** How long it may be cached, in milliseconds. */
  keptMs: number;
}

/** Whether a client_id is the URL of a metadata document. */
export const isDocumentUrl = (clientId: string): boolean => /^https?:\/\//i.test(clientId);

/** Returns why a client_id cannot be the URL of a metadata document; undefined if it can. */
function findAddressProblem(clientId: string): string | undefined {
  if (clientId.length > MAX_URI_LENGTH) return `A client_id has at most ${MAX_URI_LENGTH} characters`;
  if (findPublicUrlProblem(clientId))
    return "A client_id that is an address begins with https:// and is on the public internet";
  const url = new URL(clientId);
  if (url.href !== clientId || url.pathname === "/" || url.hash || url.search || clientId.includes("#"))
    return "A client_id that is an address has a path, no query and no fragment, and is written as browsers write it";
  return undefined;
}

const document = z.object({
  client_id: z.string(),
  client_name: appName.optional(),
  client_uri: website.optional(),
  redirect_uris: redirectUris,
  token_endpoint_auth_method: z.literal("none").optional(),
});

/**
 * Reads the document that describes an app, from an address that a stranger chose: only from the public internet, and
 * bounded in size and time.
 * @throws OAuthError `invalid_client` that says what is wrong with it
 */
export async function readDocument(clientId: string): Promise<DescribedApp> {
  const problem = findAddressProblem(clientId);
  if (problem) throw new OAuthError("invalid_client", `${problem}.`);
  const url = new URL(clientId);
  const headers = { Accept: "application/json", "User-Agent": `Pegboard (+${env().siteUrl})` };
  const { timeoutMs, maxBytes } = DOCUMENT;
  const response = await sendToPublic({ method: "GET", url, headers, timeoutMs, maxBytes }).catch((error: unknown) => {
    throw rejected(clientId, describeRequestError(error));
  });
  if (response.status !== 200) throw rejected(clientId, `It was answered with status ${response.status}.`);
  if (!/^application\/(?:[\w.+-]+\+)?json\b/i.test(response.headers["content-type"] ?? ""))
    throw rejected(clientId, "Its Content-Type is not application/json.");
  if (response.isCut) throw rejected(clientId, `It is larger than ${maxBytes} bytes.`);
  const parsed = document.safeParse(parseJson(response.body));
  if (!parsed.success) {
    const [{ path, message } = { path: [], message: "It is no JSON object" }] = parsed.error.issues;
    throw rejected(clientId, `${[...path, message].join(": ")}.`);
  }
  const { client_id, client_name, client_uri, redirect_uris } = parsed.data;
  if (client_id !== clientId) throw rejected(clientId, "Its client_id is not its address.");
  return {
    name: client_name ?? url.hostname.slice(0, APP_NAME_LENGTH),
    website: client_uri ?? null,
    redirectUris: redirect_uris,
    keptMs: keptMs(response.headers["cache-control"]),
  };
}

const rejected = (clientId: string, why: string) =>
  new OAuthError("invalid_client", `The document at ${clientId} cannot be used. ${why}`);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function keptMs(cacheControl = ""): number {
  const { least, usual, most } = DOCUMENT.keptMs;
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  const wanted = /no-store|no-cache/i.test(cacheControl) ? 0 : seconds === undefined ? usual : Number(seconds) * 1000;
  return Math.min(Math.max(wanted, least), most);
}
