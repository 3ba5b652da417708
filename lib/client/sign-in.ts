import { loadOutbox } from "@/lib/client/outbox/submit";
import { forgetPages } from "@/lib/client/service-worker/kept-pages";
import { setAppBadge } from "./app-badge";
import { call } from "./call";
import type { SecondFactor } from "@/lib/domain/accounts/factors/queries";
import { isSignedOut, messageOf } from "./call-error";
import type { PasskeyAnswer } from "./passkeys";
import { signInMessage, suspensionPath } from "./sign-in-messages";

/** A failed sign-in: a second factor is required, or the message to show. */
type SignInFailure = { requires: SecondFactor } | { message: string };

const REQUIRED: Record<string, SecondFactor> = { CodeRequired: "code", PasskeyRequired: "passkey" };

export async function signIn(login: string, password: string, code?: string): Promise<SignInFailure | undefined> {
  try {
    await call("POST /api/auth/callback/credentials", {
      ...(await authForm("/")),
      login,
      password,
      ...(code !== undefined && { code }),
    });
  } catch (error) {
    if (!isSignedOut(error)) return { message: messageOf(error) };
    const reason = errorCodeIn(error.body);
    const requires = REQUIRED[reason ?? ""];
    return requires ? { requires } : { message: rejectionOf(reason) };
  }
}

/** Signs in with a passkey's response. Returns the message of a failure. */
export function signInWithPasskey(answer: PasskeyAnswer): Promise<string | undefined> {
  const form = { assertion: JSON.stringify(answer) };
  return takeStep(
    async () => call("POST /api/auth/callback/passkey", { ...(await authForm("/")), ...form }),
    "That passkey isn’t set up here. Use another one, or your password.",
  );
}

/** Signs in with a second-factor code, after an OAuth provider's authentication. Returns the message of a failure. */
export function signInWithCode(code: string): Promise<string | undefined> {
  return takeStep(async () => call("POST /api/auth/callback/second-factor", { ...(await authForm("/")), code }));
}

/** Reopens a closed account, for its proven owner. Returns the message of a failure. */
export function signInByReopening(): Promise<string | undefined> {
  return takeStep(async () => call("POST /api/auth/callback/reopening", await authForm("/")));
}

async function takeStep(
  step: () => Promise<unknown>,
  refused = "That took too long. Sign in once more.",
): Promise<string | undefined> {
  try {
    await step();
  } catch (error) {
    if (!isSignedOut(error)) return messageOf(error);
    const reason = errorCodeIn(error.body);
    return reason === "CredentialsSignin" ? refused : rejectionOf(reason);
  }
}

/** Redirects to an OAuth provider, which sends the reader back to `callbackUrl`. */
export async function signInWith(provider: string, callbackUrl: string): Promise<void> {
  const { url } = await call("POST /api/auth/signin/{provider}", { ...(await authForm(callbackUrl)), provider });
  location.assign(url);
}

export async function signOut(): Promise<void> {
  const { url } = await call("POST /api/auth/signout", await authForm("/"));
  // On a shared computer, nothing of theirs is left for whoever comes next.
  await Promise.all([forgetPages(), loadOutbox().then((outbox) => outbox?.clear())]).catch(() => undefined);
  setAppBadge(0);
  location.assign(url);
}

/** Returns the message. Redirects a suspended user to the decision, and a closed account's owner to its reopening. */
function rejectionOf(code: string | null): string {
  if (code === "AccountClosed") {
    const url = new URL(location.href);
    url.searchParams.set("step", "reopen");
    location.assign(url);
    return "You closed this account. One moment: the next page opens it again.";
  }
  const suspension = suspensionPath(code);
  if (suspension === undefined) return signInMessage(code);
  location.assign(suspension);
  return "Moderators suspended or closed this account. One moment: the next page says why.";
}

async function authForm(callbackUrl: string) {
  const { csrfToken } = await call("GET /api/auth/csrf");
  return { csrfToken, callbackUrl, json: true as const };
}

/** Reads the error code from the URL that next-auth would have redirected to. */
function errorCodeIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("url" in body) || typeof body.url !== "string") return null;
  return new URL(body.url, location.href).searchParams.get("error");
}
