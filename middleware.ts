import { type NextRequest, NextResponse } from "next/server";
import { THEME_SCRIPT } from "@/components/shell/theme-script";

/** Pages alone: the API has no scripts, and would pay for this on every request. */
export const config = { matcher: ["/((?!api/|_next/static|_next/image|.*\\.(?:png|svg|ico|webp|woff2|txt|xml|webmanifest|json)$).*)"] };

const THEME_SCRIPT_HASH = digest(THEME_SCRIPT);

/** Gives every page its own nonce, which Next puts on its scripts. */
export async function middleware(request: NextRequest): Promise<NextResponse> {
  const nonce = btoa(crypto.randomUUID());
  const policy = contentSecurityPolicy(nonce, await THEME_SCRIPT_HASH);
  const headers = new Headers(request.headers);
  headers.set("Content-Security-Policy", policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set("Content-Security-Policy", policy);
  return response;
}

function contentSecurityPolicy(nonce: string, themeScript: string): string {
  // React's development build rebuilds server stacks with eval.
  const development = process.env.NODE_ENV === "development" ? " 'unsafe-eval'" : "";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' '${themeScript}' 'strict-dynamic'${development}`,
    // Positions, sizes and colours that are computed stand in style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
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
