import { randomBytes } from "node:crypto";
import { DEVICE_RETENTION_DAYS } from "@/lib/domain/users/rules";
import { SESSION_COOKIE } from "./cookie";

const ID_BYTES = 24;
const OWN_ID = /^[\w-]{32}$/;

/** The cookie that recognizes a browser, signed in or not. It contains no secret and grants no access. */
const name = () => `${SESSION_COOKIE.secure() ? "__Secure-" : ""}pegboard.device`;

/** Returns the id that a `Cookie` header carries, or a new one. */
export function deviceIdOf(cookies: string | null): string {
  const pair = cookies?.split(/; */).findLast((cookie) => cookie.startsWith(`${name()}=`));
  const id = pair?.slice(name().length + 1) ?? "";
  return OWN_ID.test(id) ? id : randomBytes(ID_BYTES).toString("base64url");
}

/** Returns the `Set-Cookie` header that stores a browser's id. */
export function deviceCookie(id: string): string {
  const secure = SESSION_COOKIE.secure() ? "; Secure" : "";
  return `${name()}=${id}; Max-Age=${DEVICE_RETENTION_DAYS * 86_400}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
