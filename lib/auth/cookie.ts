import { env } from "@/lib/infra/env";

const DAYS = 30;

/** The session's cookie (5.2): on HTTPS it is `Secure`, and its name says so. */
export const SESSION_COOKIE = {
  maxAgeSeconds: DAYS * 86_400,
  secure: () => env().siteUrl.startsWith("https://"),
  name: () => (SESSION_COOKIE.secure() ? "__Secure-next-auth.session-token" : "next-auth.session-token"),
};
