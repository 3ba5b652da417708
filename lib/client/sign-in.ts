import { call } from "./call";
import { signInMessage } from "./sign-in-messages";

/** Signs in with a password, through next-auth's own routes. Answers what to say when it did not work. */
export async function signIn(login: string, password: string): Promise<string | undefined> {
  const { csrfToken } = await call<{ csrfToken: string }>("GET", "/api/auth/csrf");
  const response = await fetch("/api/auth/callback/credentials", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ csrfToken, login, password, json: "true", callbackUrl: "/" }),
  });
  if (response.ok) return undefined;
  const answer = (await response.json()) as { url?: string; error?: string };
  const reason = answer.url ? new URL(answer.url, location.href).searchParams.get("error") : null;
  return answer.error ?? signInMessage(reason);
}
