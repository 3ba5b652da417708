import { clientIp } from "@/lib/http/client-ip";
import { spend } from "@/lib/http/rate-limit";

/** Refuses a password sign-in when its address has tried too often; other requests to next-auth pass. */
export async function limitSignIn(request: Request): Promise<Response | undefined> {
  if (request.method !== "POST" || !new URL(request.url).pathname.endsWith("/callback/credentials")) return undefined;
  const quota = await spend("signIn", clientIp(request), { whenDown: "local" });
  if (quota.allowed) return undefined;
  const error = `Too many tries to sign in. Wait ${quota.retryAfter} s and try again.`;
  return Response.json({ error }, { status: 429, headers: { "Retry-After": String(quota.retryAfter), "Cache-Control": "no-store" } });
}
