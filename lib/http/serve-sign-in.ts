import NextAuth from "next-auth";
import { NextRequest } from "next/server";
import { z } from "zod";
import { deviceCookie, deviceIdOf } from "@/lib/auth/cookie";
import { limitSignIn, refundSignIn } from "@/lib/auth/admission";
import { authOptions } from "@/lib/auth/options";
import { callbackPathOf, consentFailedPath, linkingFailedPath, linkingOf } from "@/lib/auth/linking";
import { nextStepCookie, nextStepOf } from "@/lib/auth/next-step";
import { oauthProviders } from "@/lib/auth/providers";
import {
  CONSENT_DECLINED,
  type SignInRejected,
  signUpFailedPath,
  UNAVAILABLE,
  withKnownError,
} from "@/lib/auth/sign-in-errors";
import { newRequestId } from "@/lib/domain/kernel/id";
import { DomainError, invalid } from "@/lib/domain/kernel/errors";
import { env } from "@/lib/infra/environment/env";
import { clientIp } from "@/lib/infra/network/client-ip";
import { failureOf } from "@/lib/http/response/errors";
import { sessionError, sessionMethodNotAllowed } from "@/lib/http/response/session-error";
import { MAX_SIGN_IN_BYTES } from "@/lib/http/body/body-limits";
import { fieldPath } from "@/lib/http/body/field";
import { readJson, readText } from "@/lib/http/body/json-body";
import { parseUrl } from "@/lib/domain/kernel/text/parse-url.mjs";

interface SignInContext {
  params: Promise<{ nextauth: string[] }>;
}

/** Wraps next-auth's routes: limits attempts, rejects unreadable requests, and reports failures on our side as such. */
export async function serveSignIn(request: NextRequest, context: SignInContext): Promise<Response> {
  // next-auth ignores path segments after the provider.
  const [action, provider] = (await context.params).nextauth;
  const isOwn = action === "callback" && isOwnProvider(provider);
  if (isOwn && request.method !== "POST") return sessionMethodNotAllowed("POST")(request);
  try {
    if (isOwn) await limitSignIn(request);
    // next-auth copies the code into a header, and fails on characters that a header cannot hold.
    if (action === "error") return redirectToLogin(request.nextUrl.searchParams.get("error") ?? "");
    return await answerOf(request, context);
  } catch (error) {
    const isOurs = failureOf(error).status >= 500;
    if (isOwn && isOurs) await refundSignIn(request);
    const response = () => sessionError(request, newRequestId(), error);
    if (action !== "callback" || request.method !== "GET") return response();
    // An OAuth provider redirected the user here, so the response must be a page rather than JSON.
    const failedPath = linkingFailedPath(error) ?? signUpFailedPath(error);
    if (failedPath) return redirectTo(failedPath);
    return isOurs ? redirectToLogin(UNAVAILABLE, response().headers) : response();
  }
}

/** Providers that check something the user knows or has, or that follow such a check. */
const OWN_PROVIDERS = ["credentials", "passkey", "second-factor", "reopening"];

const isOwnProvider = (provider = "") => OWN_PROVIDERS.includes(provider);

/** next-auth's own paths. It answers any other path or provider with bare text or a 500. */
const ACTIONS: Record<string, readonly (string | undefined)[]> = {
  GET: ["providers", "session", "csrf", "signin", "signout", "callback", "verify-request"],
  POST: ["session", "signin", "signout", "callback", "_log"],
};

function isServed(method: string, action: string | undefined, provider: string | undefined): boolean {
  if (!ACTIONS[method]?.includes(action)) return false;
  if (action !== "callback" && (action !== "signin" || provider === undefined)) return true;
  return isOwnProvider(provider) || oauthProviders().some(({ id }) => id === provider);
}

/** Returns next-auth's response. Throws the failure behind it, which next-auth would swallow or misreport. */
async function answerOf(request: NextRequest, context: SignInContext): Promise<Response> {
  const failures: unknown[] = [];
  const rejections: SignInRejected[] = [];
  const ownCookies: string[] = [];
  const cookies = request.headers.get("cookie");
  const deviceId = deviceIdOf(cookies);
  const [action, provider] = (await context.params).nextauth;
  const options = authOptions({
    network: clientIp(request),
    userAgent: request.headers.get("user-agent") ?? "",
    signal: request.signal,
    linking: action === "callback" ? await linkingOf(request, provider) : null,
    deviceId,
    nextStep: nextStepOf(cookies),
    onSignIn: () => ownCookies.push(deviceCookie(deviceId), nextStepCookie(null)),
    onRejection: (rejection) => rejections.push(rejection),
    onFailure: (error) => failures.push(error),
  });
  const readable = await readableRequest(request);
  if (!isServed(request.method, action, provider)) throw new DomainError("not_found", "There is no such path.");
  const response = (await NextAuth(readable as never, context as never, options)) as Response;
  if (failures.length > 0) throw failures[0];
  const answer = await withoutInternals(response);
  if (rejections[0]) return withRejection(request, answer, rejections[0]);
  for (const cookie of ownCookies) answer.headers.append("Set-Cookie", cookie);
  return action === "callback" && request.method === "GET" ? withFailedConsent(request, answer) : answer;
}

/**
 * Stores the proof of identity for the next sign-in step. A user returning from an OAuth provider is redirected to the
 * login page, which shows that step or the error.
 */
function withRejection(request: NextRequest, answer: Response, { message, nextStep }: SignInRejected): Response {
  const response = request.method === "GET" ? redirectToLogin(message) : answer;
  if (!nextStep) return response;
  if (request.method === "GET") {
    const query = new URLSearchParams({ step: nextStep.step, callbackURL: callbackPathOf(request) });
    response.headers.set("Location", new URL(`/login?${String(query)}`, env().siteUrl).href);
  }
  response.headers.append("Set-Cookie", nextStepCookie(nextStep));
  return response;
}

/** Redirects to the page that the person came from. next-auth has one code for all of the provider's errors. */
function withFailedConsent(request: NextRequest, answer: Response): Response {
  const location = answer.headers.get("Location");
  const code = location && new URL(location, env().siteUrl).searchParams.get("error");
  if (!code) return answer;
  const isDeclined = request.nextUrl.searchParams.get("error") === "access_denied";
  answer.headers.set(
    "Location",
    new URL(consentFailedPath(request, isDeclined ? CONSENT_DECLINED : code), env().siteUrl).href,
  );
  return answer;
}

/** Replaces error messages, which next-auth puts into URLs, with known codes. */
async function withoutInternals(response: Response): Promise<Response> {
  const { siteUrl } = env();
  const location = response.headers.get("Location");
  if (location) response.headers.set("Location", withKnownError(location, siteUrl));
  if (response.status < 400) return response;
  if (!response.headers.get("Content-Type")?.startsWith("application/json")) {
    if (location) return response;
    throw response.status < 500
      ? new DomainError("invalid_request", "This sign-in request is invalid.")
      : new Error(await response.text());
  }
  const answer: unknown = await response.json();
  const known = isRedirect(answer) ? { ...answer, url: withKnownError(answer.url, siteUrl) } : answer;
  return new Response(JSON.stringify(known), { status: response.status, headers: response.headers });
}

function isRedirect(answer: unknown): answer is { url: string } {
  return typeof answer === "object" && answer !== null && "url" in answer && typeof answer.url === "string";
}

const redirectTo = (path: string) =>
  new Response(null, {
    status: 303,
    headers: { Location: new URL(path, env().siteUrl).href, "Cache-Control": "no-store" },
  });

function redirectToLogin(code: string, headers = new Headers({ "Cache-Control": "no-store" })): Response {
  const { siteUrl } = env();
  headers.set(
    "Location",
    withKnownError(new URL(`/login?${String(new URLSearchParams({ error: code }))}`, siteUrl).href, siteUrl),
  );
  return new Response(null, { status: 303, headers });
}

const FIELDS = z.record(z.string(), z.union([z.string(), z.boolean()]));

/** Validates a request for next-auth, which answers 500 to what it cannot parse, and reads bodies of any size. */
async function readableRequest(request: NextRequest): Promise<NextRequest> {
  const fields = request.method === "POST" ? await readFields(request) : new URLSearchParams();
  const onward = [
    ...request.nextUrl.searchParams.getAll("callbackUrl"),
    ...fields.getAll("callbackUrl"),
    ...callbackCookies(request),
  ];
  if (!onward.filter(Boolean).every(isAddress))
    throw invalid([{ param: "callbackUrl", message: "callbackUrl must be a path or an address" }]);
  if (request.method !== "POST") return request;
  const headers = new Headers(request.headers);
  headers.set("Content-Type", "application/x-www-form-urlencoded");
  return new NextRequest(request.nextUrl, { method: "POST", headers, body: fields.toString() });
}

async function readFields(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get("content-type") ?? "";
  if (/^application\/x-www-form-urlencoded\b/i.test(type))
    return new URLSearchParams(await readText(request, MAX_SIGN_IN_BYTES));
  const { data, error } = FIELDS.safeParse(await readJson(request, MAX_SIGN_IN_BYTES));
  if (error)
    throw invalid(
      error.issues.map(({ path }) => ({ param: fieldPath(path), message: `${fieldPath(path)} must be text` })),
    );
  return new URLSearchParams(Object.entries(data).map(([name, value]) => [name, String(value)]));
}

function callbackCookies({ cookies }: NextRequest): string[] {
  return cookies
    .getAll()
    .flatMap(({ name, value }) => (/^(__Secure-)?next-auth\.callback-url$/.test(name) ? [value] : []));
}

function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? env().siteUrl : undefined;
  return /^https?:$/.test(parseUrl(text, base)?.protocol ?? "");
}
