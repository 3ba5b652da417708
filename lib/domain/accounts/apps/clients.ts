import { parseJson } from "@/lib/domain/kernel/text/schema";
import { timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { inTransaction, read, type VisitorContext, write } from "@/lib/domain/kernel/context";
import { hashSecret } from "@/lib/domain/kernel/credentials";
import { quoted, sql } from "@/lib/infra/database/sql";
import type { App } from "@/lib/infra/prisma/client";
import { requireBudget, spendOrReject } from "@/lib/domain/kernel/budget";
import { newId } from "@/lib/domain/kernel/id";
import { env } from "@/lib/infra/environment/env";
import type { Spending } from "@/lib/infra/limiter/rate-limit";
import { findPublicUrlProblem } from "@/lib/infra/network/public-address";
import { describeRequestError, sendToPublic, storableText } from "@/lib/infra/network/public-request";
import { OAuthError } from "./oauth-error";
import { APP_NAME_LENGTH, COMMAND_LINE, DOCUMENT, MAX_URI_LENGTH } from "./rules";
import { appName, redirectUris, websiteOrNone } from "./schema";

export type FoundApp = App & { owner: { handle: string; suspended: boolean } | null };

/** The condition that an app can act, for a statement that reads "App" as `a`. Every use of a token checks it. */
export const CAN_ACT = sql`a."endedAt" IS NULL AND a."blockedAt" IS NULL
  AND NOT EXISTS (SELECT FROM "User" o WHERE o.id = a."ownerId" AND o."suspendedAt" IS NOT NULL)`;

export const clientIdOf = ({ id, documentUrl }: Pick<App, "id" | "documentUrl">): string => documentUrl ?? id;

/**
 * Returns the app of a client_id, and fetches its metadata document if that is missing or stale.
 * @throws OAuthError `invalid_client`, `unauthorized_client`; DomainError `rate_limited`
 */
export async function findApp(ctx: VisitorContext, clientId: string): Promise<FoundApp> {
  const app = await findKnownApp(ctx, clientId);
  if (!isDocumentUrl(clientId)) return app ?? unknown(clientId);
  if (app?.staleAt && app.staleAt > ctx.now) return app;
  requireDocumentAddress(clientId);
  if (!app) for (const { budget, subject } of newAppBudgets(ctx)) await requireBudget(budget, subject, LOCAL);
  await spendOrReject("appDocuments", ctx.actor?.id ?? ctx.clientIp ?? "", LOCAL);
  const fetching = beingFetched.get(clientId) ?? readDocumentIfStale(ctx, clientId);
  beingFetched.set(clientId, fetching);
  try {
    const described = await fetching;
    if (described) await storeDescribedApp(ctx, clientId, described);
  } finally {
    if (beingFetched.get(clientId) === fetching) beingFetched.delete(clientId);
  }
  return (await readApp(ctx, clientId))!;
}

/**
 * Documents that this process is fetching. Concurrent requests share one, and whoever comes once it is stored finds it
 * stored.
 */
const beingFetched = new Map<string, Promise<DescribedApp | null>>();

/** Reads a document unless another request has stored it since this one has found it missing or stale. */
async function readDocumentIfStale(ctx: VisitorContext, clientId: string): Promise<DescribedApp | null> {
  const staleAt = (await readApp(ctx, clientId))?.staleAt;
  return staleAt && staleAt > ctx.now ? null : readDocument(clientId);
}

async function storeDescribedApp(ctx: VisitorContext, documentUrl: string, app: DescribedApp): Promise<void> {
  const { keptMs, ...described } = app;
  const { name, website, redirectUris } = described;
  const staleAt = new Date(ctx.now.getTime() + keptMs);
  const updated = await write(ctx, "apps.updateDescribed")`
    UPDATE "App" SET name = ${name}, website = ${website}, "redirectUris" = ${redirectUris}, "staleAt" = ${staleAt}
    WHERE "documentUrl" = ${documentUrl}`;
  if (updated === 0) await addDescribedApp(ctx, { ...described, documentUrl, staleAt });
}

/** Adds an app that a document describes, and spends budgets only if no concurrent request has added it first. */
function addDescribedApp(
  ctx: VisitorContext,
  app: Pick<App, "documentUrl" | "name" | "website" | "redirectUris" | "staleAt">,
): Promise<void> {
  return inTransaction(ctx, async (tx) => {
    const added = await write(tx, "apps.insertDescribed")`
      INSERT INTO "App" (id, "documentUrl", name, website, "redirectUris", "staleAt", "createdAt")
      VALUES (${newId("app", tx)}, ${app.documentUrl}, ${app.name}, ${app.website}, ${app.redirectUris},
              ${app.staleAt}, ${tx.now})
      ON CONFLICT ("documentUrl") DO NOTHING`;
    if (added === 0) return;
    for (const { budget, subject } of newAppBudgets(tx)) await spendOrReject(budget, subject, LOCAL);
  });
}

const LOCAL = { whenDown: "local" } as const;

/** Limits apps without a registered owner, which only retention deletes. */
const ALL_UNOWNED: Spending = { budget: "unownedApps", subject: "all" };

/** The budgets that an app with a document spends when it is added: its client's share, then everybody's. */
function newAppBudgets({ actor, clientIp }: VisitorContext): Spending[] {
  const clients = [actor?.id, clientIp].filter((subject) => subject !== undefined);
  return [...clients.map((subject): Spending => ({ budget: "newApps", subject })), ALL_UNOWNED];
}

/** Spends everybody's budget, after the client's share of it. @throws DomainError `rate_limited` */
export function spendUnownedApp(): Promise<void> {
  return spendOrReject(ALL_UNOWNED.budget, ALL_UNOWNED.subject, LOCAL);
}

export const BLOCKED = "The staff of this site has blocked this app.";

/** Finds a stored app, without fetching its document. @throws OAuthError `unauthorized_client` while it is blocked */
async function findKnownApp(ctx: VisitorContext, clientId: string): Promise<FoundApp | null> {
  if (clientId.includes("\0")) return null;
  const app = await readApp(ctx, clientId);
  if (app?.endedAt || app?.owner?.suspended) return null;
  if (app?.blockedAt) throw new OAuthError("unauthorized_client", BLOCKED);
  return app;
}

export async function readApp(ctx: VisitorContext, clientId: string): Promise<FoundApp | null> {
  const by = isDocumentUrl(clientId) ? "documentUrl" : "id";
  const [app] = await read<FoundApp>(ctx, `apps.by.${by}`)`
    SELECT a.id, a."ownerId", a."documentUrl", a.name, a.website, a."redirectUris", a."secretHash", a."staleAt",
           a."createdAt", a."endedAt", a."blockedAt", a."blockReason",
           CASE WHEN o.id IS NOT NULL
                THEN jsonb_build_object('handle', o.handle, 'suspended', o."suspendedAt" IS NOT NULL) END AS owner
      FROM "App" a LEFT JOIN "User" o ON o.id = a."ownerId" WHERE a.${quoted(by)} = ${clientId}`;
  return app ?? null;
}

function unknown(clientId: string): never {
  const shown = clientId.slice(0, 80);
  throw new OAuthError("invalid_client", `There is no app with the client_id ${shown}.`);
}

/** A public client sends no secret. */
export interface ClientCredentials {
  clientId: string | undefined;
  secret: string | undefined;
}

/**
 * Authenticates an app that sends a request directly. `find` may fetch the app's document.
 * @throws OAuthError `invalid_client`
 */
export async function authenticateApp(
  ctx: VisitorContext,
  { clientId, secret }: ClientCredentials,
  find: typeof findKnownApp = findKnownApp,
): Promise<FoundApp> {
  if (clientId === undefined) throw new OAuthError("invalid_request", "client_id is missing.");
  const app = (await find(ctx, clientId)) ?? unknown(clientId);
  if (app.secretHash === null ? secret === undefined : isSecret(secret, app.secretHash)) return app;
  const message =
    app.secretHash === null
      ? "This app has no secret. Send its client_id alone."
      : "This app has a secret, and it was not sent, or another one was.";
  throw new OAuthError("invalid_client", message);
}

const isSecret = (secret: string | undefined, secretHash: string) =>
  secret !== undefined && timingSafeEqual(Buffer.from(hashSecret(secret)), Buffer.from(secretHash));

/** Returns who vouches for an app's name: the address of its document, the person who registered it, or nobody. */
export function voucherOf({
  id,
  documentUrl,
  owner,
}: Pick<App, "id" | "documentUrl"> & { owner: { handle: string } | null }): string | null {
  if (documentUrl !== null) return documentUrl.replace(/^https?:\/\//, "");
  if (owner) return `@${owner.handle}`;
  return id === COMMAND_LINE ? "this site" : null;
}

/** An app's metadata document (draft-ietf-oauth-client-id-metadata-document). */
interface DescribedApp {
  name: string;
  website: string | null;
  redirectUris: string[];
  /** How long it may be cached, in milliseconds. */
  keptMs: number;
}

const isDocumentUrl = (clientId: string): boolean => /^https?:\/\//i.test(clientId);

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
  client_uri: websiteOrNone,
  redirect_uris: redirectUris,
  token_endpoint_auth_method: z.literal("none").optional(),
});

function requireDocumentAddress(clientId: string): void {
  const problem = findAddressProblem(clientId);
  if (problem) throw new OAuthError("invalid_client", `${problem}.`);
}

/**
 * Reads the document that describes an app, from an address that a stranger chose: only from the public internet, and
 * bounded in size and time.
 * @throws OAuthError `invalid_client` that says what is wrong with it
 */
export async function readDocument(clientId: string): Promise<DescribedApp> {
  requireDocumentAddress(clientId);
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
  const parsed = document.safeParse(parseJson(storableText(response.bytes, maxBytes)));
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

function keptMs(cacheControl = ""): number {
  const { least, usual, most } = DOCUMENT.keptMs;
  const seconds = /(?:^|[\s,])max-age=(\d{1,9})/i.exec(cacheControl)?.[1];
  const wanted = /no-store|no-cache/i.test(cacheControl) ? 0 : seconds === undefined ? usual : Number(seconds) * 1000;
  return Math.min(Math.max(wanted, least), most);
}
