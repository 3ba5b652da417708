import { call } from "./call";
import { CallError, messageOf } from "./call-error";
import { signInMessage, suspensionPath } from "./sign-in-messages";

/** Signs in with a password. Answers what to say when it failed. */
export async function signIn(login: string, password: string): Promise<string | undefined> {
  try {
    await call("POST /api/auth/callback/credentials", { ...(await authForm("/")), login, password });
  } catch (error) {
    if (!(error instanceof CallError && error.kind === "signed-out")) return messageOf(error);
    const code = errorCodeIn(error.body);
    const suspension = suspensionPath(code);
    if (suspension === undefined) return signInMessage(code);
    location.assign(suspension);
    return "This account is suspended. One moment: the next page says why, and until when.";
  }
}

/** Leaves for an OAuth provider, which sends the reader back to `callbackUrl`. */
export async function signInWith(provider: string, callbackUrl: string): Promise<void> {
  const { url } = await call("POST /api/auth/signin/{provider}", { ...(await authForm(callbackUrl)), provider });
  location.assign(url);
}

export async function signOut(): Promise<void> {
  const { url } = await call("POST /api/auth/signout", await authForm("/"));
  location.assign(url);
}

async function authForm(callbackUrl: string) {
  const { csrfToken } = await call("GET /api/auth/csrf");
  return { csrfToken, callbackUrl, json: true as const };
}

/** next-auth tells why in the address that it would have redirected to. */
function errorCodeIn(body: unknown): string | null {
  if (typeof body !== "object" || body === null || !("url" in body) || typeof body.url !== "string") return null;
  return new URL(body.url, location.href).searchParams.get("error");
}
