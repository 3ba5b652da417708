import { type NextRequest, NextResponse } from "next/server";
import { HEAD_SCRIPT } from "@/app/head-script";
import { imageSources } from "@/lib/http/response/image-sources";
import { MISSING_PAGE } from "@/lib/http/response/missing-page";

/**
 * Runs for pages, and for API paths with escapes unless our own server (lib/server/worker.ts) has validated them. Other
 * API requests need no script policy, and are better off without: Next buffers a request's body before any middleware.
 */
export const config = {
  matcher: [
    { source: "/api/(.*%.*)", missing: [{ type: "header", key: "x-pegboard-entry" }] },
    "/((?!api/|mcp$|_next/static|_next/image|.*\\.(?:png|svg|ico|webp|woff2|txt|xml|webmanifest|json)$).*)",
  ],
};

const HEAD_SCRIPT_HASH = digest(HEAD_SCRIPT);

/** Gives every page its own nonce, which Next puts on its scripts, and answers unreadable URLs with a 404. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const { pathname } = request.nextUrl;
  const text = decode(pathname);
  const to = (path: string) => new URL(path, request.url);
  if (pathname.startsWith("/api/")) {
    return text === undefined
      ? NextResponse.rewrite(to(pathname.startsWith("/api/v1/") ? "/api/v1/-" : "/-"))
      : NextResponse.next();
  }
  const isUnreadable = text === undefined || text.includes("\0");
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, await HEAD_SCRIPT_HASH);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const init = { request: { headers } };
  const isMissing = request.headers.has(MISSING_PAGE);
  const instead = isMissing ? "/missing" : isUnreadable || text === "/missing" ? "/-" : undefined;
  const response = instead === undefined ? NextResponse.next(init) : NextResponse.rewrite(to(instead), init);
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

/** Decodes a path; undefined if its escapes are broken, to which Next answers with a bare 500. */
function decode(pathname: string): string | undefined {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return undefined;
  }
}

function contentSecurityPolicy(nonce: string, headScript: string): string {
  // React's development build rebuilds server stacks with eval.
  const development = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' '${headScript}' 'strict-dynamic'${development}`,
    "worker-src 'self'",
    // Style attributes hold computed positions, sizes and colours.
    "style-src 'self' 'unsafe-inline'",
    `img-src ${imageSources(process.env)}`,
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

async function digest(script: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(script)));
  return `sha256-${btoa(String.fromCharCode(...bytes))}`;
}
