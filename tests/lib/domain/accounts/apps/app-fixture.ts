import { createHash, randomBytes } from "node:crypto";
import { allowApp } from "@/lib/domain/accounts/apps/authorization";
import { findApp, type FoundApp } from "@/lib/domain/accounts/apps/clients";
import { registerApp } from "@/lib/domain/accounts/apps/commands";
import type { AuthorizationParameters } from "@/lib/domain/accounts/apps/schema";
import { exchangeCode, type TokenResponse } from "@/lib/domain/accounts/apps/tokens";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { newPerson } from "@/tests/support/people";

export const REDIRECT = "https://app.example/callback";

/** A request without an account, such as an app's own. */
export const anyone = (now = new Date()): VisitorContext => createContext({ actor: null, channel: "session", now });

/** An app that somebody registered. */
export async function newApp(fields: { confidential?: boolean; redirectUris?: string[] } = {}) {
  const { confidential = false, redirectUris = [REDIRECT] } = fields;
  const issued = await registerApp(await newPerson(), { name: "Mirror", website: null, confidential, redirectUris });
  return { app: await findApp(anyone(), issued.id), secret: issued.secret };
}

export const newVerifier = () => randomBytes(32).toString("base64url");
export const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

/** A valid authorization request of an app. */
export const asks = (app: FoundApp, verifier: string): AuthorizationParameters => ({
  client_id: app.id,
  redirect_uri: app.redirectUris[0],
  response_type: "code",
  scope: "read:posts write:posts",
  state: "opaque",
  code_challenge: challengeOf(verifier),
  code_challenge_method: "S256",
});

/** Returns the code that an app gets when somebody authorizes it. */
export async function codeFor(person: Context, sent: AuthorizationParameters): Promise<string> {
  const { redirectTo } = await allowApp(person, sent);
  return new URL(redirectTo).searchParams.get("code") ?? "";
}

/** Returns the tokens of an app that somebody has just authorized. */
export async function tokensFor(
  person: Context,
  app: FoundApp,
  more: AuthorizationParameters = {},
): Promise<TokenResponse> {
  const verifier = newVerifier();
  const code = await codeFor(person, { ...asks(app, verifier), ...more });
  return exchangeCode(anyone(person.now), app, { code, code_verifier: verifier });
}
