import { NextRequest } from "next/server";
import { z } from "zod";
import { invalid } from "@/lib/domain/errors";
import { env } from "@/lib/infra/environment/env";
import { MAX_SIGN_IN_BYTES } from "./body-limits";
import { fieldPath } from "./field";
import { readJson, readText } from "./json-body";

const FIELDS = z.record(z.string(), z.union([z.string(), z.boolean()]));

/**
 * Validates a request for next-auth, which responds with a 500 to a body or URL that it cannot parse and reads bodies
 * of any size.
 */
export async function readableRequest(request: NextRequest): Promise<NextRequest> {
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

/** Returns the cookies in which next-auth stores the callback URL. */
function callbackCookies({ cookies }: NextRequest): string[] {
  return cookies
    .getAll()
    .flatMap(({ name, value }) => (/^(__Secure-)?next-auth\.callback-url$/.test(name) ? [value] : []));
}

function isAddress(text: string): boolean {
  const base = text.startsWith("/") ? env().siteUrl : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}
