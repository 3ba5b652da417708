import { z } from "zod";
import { scope } from "@/lib/domain/accounts/keys/schema";
import type { Scope } from "@/lib/domain/accounts/keys/scopes";
import { MAX_QUERY } from "@/lib/domain/people/search/rules";
import { text, visibleLine } from "@/lib/domain/kernel/text/schema";
import { APP_NAME_LENGTH, BLOCK_REASON_LENGTH, findRedirectProblem, MAX_REDIRECT_URIS, MAX_URI_LENGTH } from "./rules";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

export const appName = visibleLine("A name", { min: 1, max: APP_NAME_LENGTH });

/** Shown as a link, so only http and https are allowed. */
export const website = z
  .string()
  .max(MAX_URI_LENGTH)
  .refine(
    (text) => /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(text) && parseUrl(text) !== undefined,
    "A website is an address such as https://example.com",
  );

/** A website in an app's own metadata, where none is often given as an empty text or null. */
export const websiteOrNone = z.preprocess((given) => (given === "" ? null : given), website.nullish());

const redirectUri = z.string().superRefine((uri, check) => {
  const message = findRedirectProblem(uri);
  if (message) check.addIssue({ code: "custom", message });
});

export const redirectUris = z
  .array(redirectUri)
  .min(1, "An app has at least one redirect URI")
  .max(MAX_REDIRECT_URIS, `An app has at most ${MAX_REDIRECT_URIS} redirect URIs`)
  .transform((uris) => [...new Set(uris)]);

const appFields = z.strictObject({
  name: appName,
  website: website.nullish(),
  redirectUris,
});

export const appChanges = appFields.partial();

export const newApp = appFields.extend({
  confidential: z.boolean().default(false),
});

const isoTime = z.iso.datetime();

/** Since when staff has blocked an app, and why. */
const blocked = z.object({ at: isoTime, reason: z.string() }).nullable();

export const ownApp = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  redirectUris: z.array(z.string()),
  confidential: z.boolean(),
  createdAt: isoTime,
  blocked,
});

/** The only response that contains the secret. */
export const issuedApp = ownApp.extend({ secret: z.string().nullable() });

export interface GrantedApp {
  id: string;
  name: string;
  website: string | null;
  /** Who vouches for the name: a host, a handle, or nobody. */
  vouchedBy: string | null;
  /** Whether staff has blocked it, so that it cannot act. */
  blocked: boolean;
  scopes: Scope[];
  createdAt: string;
  lastUsedAt: string | null;
}

/** `q` is searched in names and client IDs. */
export const appFilter = z.object({
  q: z.string().trim().min(3, "Search for three letters or more").max(MAX_QUERY).optional(),
  blocked: z.literal("true").optional().meta({ description: "Only those that staff blocks." }),
});

export const listedApp = z.object({
  id: z.string(),
  clientId: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  vouchedBy: z.string().nullable(),
  owner: z.object({ id: z.string(), handle: z.string() }).nullable(),
  /** How many authorizations it has, up to `MAX_COUNTED_GRANTS`. */
  grants: z.number().int(),
  createdAt: isoTime,
  blocked,
});

export const appBlock = z.strictObject({ reason: text("A reason", BLOCK_REASON_LENGTH) });

const parameter = z.string().max(2 * MAX_URI_LENGTH);

export const authorizationParameters = z.strictObject({
  client_id: parameter.optional(),
  redirect_uri: parameter.optional(),
  response_type: parameter.optional(),
  scope: z.string().max(2000).optional(),
  state: z.string().max(2000).optional(),
  code_challenge: parameter.optional(),
  code_challenge_method: parameter.optional(),
  resource: parameter.optional(),
});

export const redirection = z.object({ redirectTo: z.string() });

export const typedCode = z.strictObject({ userCode: z.string().max(40) });

/** A program that waits for approval, as the person who typed its code sees it. */
export const waitingProgram = z.object({
  name: z.string(),
  scopes: z.array(scope),
  network: z.string(),
  program: z.string(),
  createdAt: isoTime,
});

export type AppFilter = z.output<typeof appFilter>;
export type ListedApp = z.output<typeof listedApp>;
export type AppBlock = z.output<typeof appBlock>;
export type AppChanges = z.output<typeof appChanges>;
export type NewApp = z.output<typeof newApp>;
export type OwnApp = z.output<typeof ownApp>;
export type IssuedApp = z.output<typeof issuedApp>;
export type AuthorizationParameters = z.output<typeof authorizationParameters>;
export type WaitingProgram = z.output<typeof waitingProgram>;
