import { z } from "zod";
import { scope } from "@/lib/domain/keys/schema";
import { visibleLine } from "@/lib/domain/text";
import { APP_NAME_LENGTH, findRedirectProblem, MAX_REDIRECT_URIS, MAX_URI_LENGTH } from "./rules";

export const appName = visibleLine("A name", { min: 1, max: APP_NAME_LENGTH });

/** Shown as a link, so only the Web's. */
export const website = z
  .string()
  .max(MAX_URI_LENGTH)
  .refine(
    (text) => /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/i.test(text) && URL.canParse(text),
    "A website is an address such as https://example.com",
  );

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
  /** Whether it runs on a server, and can keep a secret. */
  confidential: z.boolean().default(false),
});

const isoTime = z.iso.datetime();

/** An app as whoever registered it sees it. */
export const ownApp = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  redirectUris: z.array(z.string()),
  confidential: z.boolean(),
  createdAt: isoTime,
});

/** The only response that contains the secret. */
export const issuedApp = ownApp.extend({ secret: z.string().nullable() });
export const ownAppList = z.object({ data: z.array(ownApp) });

/** An app as somebody sees it who lets it act for them. */
export const grantedApp = z.object({
  id: z.string(),
  name: z.string(),
  website: z.string().nullable(),
  /** Who vouches for the name: a host, a handle, or nobody. */
  vouchedBy: z.string().nullable(),
  scopes: z.array(scope),
  createdAt: isoTime,
  lastUsedAt: isoTime.nullable(),
});
export const grantedAppList = z.object({ data: z.array(grantedApp) });

const parameter = z.string().max(2 * MAX_URI_LENGTH);

/** The parameters of an authorization request, as the app wrote them into the address. */
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

/** A program that waits to be allowed, as whoever typed its code sees it. */
export const waitingProgram = z.object({
  name: z.string(),
  scopes: z.array(scope),
  network: z.string(),
  program: z.string(),
  createdAt: isoTime,
});

export type AppChanges = z.output<typeof appChanges>;
export type NewApp = z.output<typeof newApp>;
export type OwnApp = z.output<typeof ownApp>;
export type IssuedApp = z.output<typeof issuedApp>;
export type GrantedApp = z.output<typeof grantedApp>;
export type AuthorizationParameters = z.output<typeof authorizationParameters>;
export type WaitingProgram = z.output<typeof waitingProgram>;
