import NextAuth from "next-auth";
import type { NextRequest } from "next/server";
import { limitSignIn, refundSignIn } from "@/lib/auth/limit-sign-in";
import { authOptions } from "@/lib/auth/options";
import { oauthProviders } from "@/lib/auth/providers";
import { UNAVAILABLE, withKnownError } from "@/lib/auth/sign-in-errors";
import { newRequestId } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { env } from "@/lib/infra/env";
import { clientIp } from "./client-ip";
import { failureOf } from "./errors";
import { readableRequest } from "./readable-request";
import { refuseInApp, refuseMethodInApp } from "./refuse-in-app";

interface SignInContext {
  params: Promise<{ nextauth: string[] }>;
}

/** next-auth's routes, with what they lack: the limit on passwords, refusals of what cannot be read, and true words when something fails on our side. */
export async function serveSignIn(request: NextRequest, context: SignInContext): Promise<Response> {
  // As next-auth reads a path: what follows the provider's name changes nothing.
  const [action, provider] = (await context.params).nextauth;
  const withPassword = action === "callback" && provider === "credentials";
  if (withPassword && request.method !== "POST") return refuseMethodInApp("POST")(request, context);
  try {
    if (withPassword) await limitSignIn(request);
    // next-auth puts the code into a header as it stands, and fails on letters that a header cannot hold.
    if (action === "error") return seeLogin(request.nextUrl.searchParams.get("error") ?? "");
    return await answerOf(request, context);
  } catch (error) {
    const isOurs = failureOf(error).status >= 500;
    if (withPassword && isOurs) await refundSignIn(request);
    const refusal = refuseInApp(request, newRequestId(), error);
    // An OAuth provider has sent a person here, who reads pages and not JSON.
    return isOurs && action === "callback" && request.method === "GET"
      ? seeLogin(UNAVAILABLE, refusal.headers)
      : refusal;
  }
}

/** next-auth's own paths; it answers others, and providers that are not set up, with bare text or a fault. */
const ACTIONS: Record<string, readonly (string | undefined)[]> = {
  GET: ["providers", "session", "csrf", "signin", "signout", "callback", "verify-request"],
  POST: ["session", "signin", "signout", "callback", "_log"],
};

function isServed(method: string, action: string | undefined, provider: string | undefined): boolean {
  if (!ACTIONS[method]?.includes(action)) return false;
  if (action !== "callback" && (action !== "signin" || provider === undefined)) return true;
  return provider === "credentials" || oauthProviders().some(({ id }) => id === provider);
}

/** What next-auth answers. Throws what went wrong behind it, which it takes for a wrong password or does not tell. */
async function answerOf(request: NextRequest, context: SignInContext): Promise<Response> {
  const failures: unknown[] = [];
  const options = authOptions({
    network: clientIp(request),
    signal: request.signal,
    onFailure: (error) => failures.push(error),
  });
  const readable = await readableRequest(request);
  const [action, provider] = (await context.params).nextauth;
  if (!isServed(request.method, action, provider)) throw new Refusal("not_found", "There is no such path.");
  const response = (await NextAuth(readable as never, context as never, options)) as Response;
  if (failures.length > 0) throw failures[0];
  return withoutInternals(response);
}

/** An error's message, which next-auth puts into addresses, becomes one of the known codes. */
async function withoutInternals(response: Response): Promise<Response> {
  const { siteUrl } = env();
  const location = response.headers.get("Location");
  if (location) response.headers.set("Location", withKnownError(location, siteUrl));
  if (response.status < 400) return response;
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
    if (location) return response;
    throw response.status < 500
      ? new Refusal("invalid_request", "This request to sign in cannot be answered.")
      : new Error(await response.text());
  }
  const answer: unknown = await response.json();
  const known = isRedirect(answer) ? { ...answer, url: withKnownError(answer.url, siteUrl) } : answer;
  return new Response(JSON.stringify(known), { status: response.status, headers: response.headers });
}

function isRedirect(answer: unknown): answer is { url: string } {
  return typeof answer === "object" && answer !== null && "url" in answer && typeof answer.url === "string";
}

function seeLogin(code: string, headers = new Headers({ "Cache-Control": "no-store" })): Response {
  const { siteUrl } = env();
  headers.set(
    "Location",
    withKnownError(new URL(`/login?${String(new URLSearchParams({ error: code }))}`, siteUrl).href, siteUrl),
  );
  return new Response(null, { status: 303, headers });
}
