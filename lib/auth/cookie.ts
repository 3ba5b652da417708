import { randomBytes } from "node:crypto";
import { DEVICE_RETENTION_DAYS, SESSION_DAYS } from "@/lib/domain/accounts/users/rules";
import { env } from "@/lib/infra/environment/env";

/** How next-auth's own tokens start. They are encrypted with the derived key itself (`dir`): the key part is empty. */
const OWN_KIND = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..`;

export const isOwnKind = (token: string) => token.startsWith(OWN_KIND);

const isSecure = () => env().siteUrl.startsWith("https://");

export const cookieName = (name: string) => (isSecure() ? `__Secure-${name}` : name);

/** Returns a cookie's value in a `Cookie` header. Of several with the same name the last counts, as in Next's pages. */
export function cookieIn(cookies: string | null, name: string): string | undefined {
  const pair = cookies?.split(/; */).findLast((cookie) => cookie.startsWith(`${name}=`));
  return pair?.slice(name.length + 1);
}

export const setCookie = (name: string, value: string, maxAgeSeconds: number) =>
  `${cookieName(name)}=${value}; Max-Age=${maxAgeSeconds}; Path=/; HttpOnly; SameSite=Lax${isSecure() ? "; Secure" : ""}`;

/** The session cookie (docs/contract.md#sign-in). */
export const SESSION_COOKIE = {
  maxAgeSeconds: SESSION_DAYS * 86_400,
  secure: isSecure,
  name: () => cookieName("next-auth.session-token"),
};

/** The cookie that recognizes a browser, signed in or not. It contains no secret and grants no access. */
const DEVICE = "pegboard.device";
const ID_BYTES = 24;
const OWN_ID = /^[\w-]{32}$/;

/** Returns the id of the browser that a `Cookie` header carries, or a new one. */
export function deviceIdOf(cookies: string | null): string {
  const id = cookieIn(cookies, cookieName(DEVICE)) ?? "";
  return OWN_ID.test(id) ? id : randomBytes(ID_BYTES).toString("base64url");
}

export const deviceCookie = (id: string) => setCookie(DEVICE, id, DEVICE_RETENTION_DAYS * 86_400);
