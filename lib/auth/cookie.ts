import { SESSION_DAYS } from "@/lib/domain/users/rules";
import { env } from "@/lib/infra/environment/env";

/**
 * The start of every token that next-auth issues: encrypted with the derived key itself (`dir`), so the key part is
 * empty.
 */
const OWN_KIND = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..`;

/** Whether a token's header looks like one that this site issued. */
export const isOwnKind = (token: string) => token.startsWith(OWN_KIND);

/** The session cookie (docs/contract.md#sign-in). On HTTPS it is `Secure`, and its name says so. */
export const SESSION_COOKIE = {
  maxAgeSeconds: SESSION_DAYS * 86_400,
  secure: () => env().siteUrl.startsWith("https://"),
  name: () => (SESSION_COOKIE.secure() ? "__Secure-next-auth.session-token" : "next-auth.session-token"),
};
