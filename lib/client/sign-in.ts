import { call } from "./call";

const REASONS: Record<string, string> = {
  CredentialsSignin: "That e-mail, handle or password is not right.",
  TooManyFailures: "Too many wrong passwords for this account. Wait a quarter of an hour, then try again.",
};

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
  return answer.error ?? REASONS[reason ?? ""] ?? "Signing in did not work. Try again in a moment.";
}
