import { env } from "@/lib/infra/env";

const DAYS = 30;

/** How every token begins that next-auth makes: encrypted with the derived key itself (`dir`), whose part is empty. */
const OWN_KIND = `${Buffer.from('{"alg":"dir","enc":"A256GCM"}').toString("base64url")}..`;

/** Whether a token may be one of ours, as far as its header tells. */
export const isOwnKind = (token: string) => token.startsWith(OWN_KIND);

/** The session's cookie (5.2): on HTTPS it is `Secure`, and its name says so. */
export const SESSION_COOKIE = {
  maxAgeSeconds: DAYS * 86_400,
  secure: () => env().siteUrl.startsWith("https://"),
  name: () => (SESSION_COOKIE.secure() ? "__Secure-next-auth.session-token" : "next-auth.session-token"),
};
