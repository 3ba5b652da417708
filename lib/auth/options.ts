import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { createContext } from "@/lib/domain/context";
import { accountOfOAuth } from "@/lib/domain/users/oauth";
import { beginSession, endSession } from "@/lib/domain/users/sessions";
import { env } from "@/lib/infra/env";
import { SESSION_COOKIE } from "./cookie";
import { ownPath } from "./own-path";
import { signInWithPassword } from "./sign-in";
import { TooManyFailures } from "./sign-in-errors";
import { decodeToken } from "./token";

interface SignInRequest {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  signal: AbortSignal;
  /** Hears of what failed on our side, which next-auth would tell as a wrong password or not at all. */
  onFailure(error: unknown): void;
}

/**
 * next-auth's settings. The cookie's token is signed and encrypted and holds a session's id alone; the row behind the id
 * is what counts, so that signing out everywhere, a list of sessions and a suspension work at once.
 */
export function authOptions({ network, signal, onFailure }: SignInRequest): NextAuthOptions {
  const { authSecret, oauth } = env();
  const reporting = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof TooManyFailures)) onFailure(error);
      throw error;
    });
  return {
    secret: authSecret,
    session: { strategy: "jwt", maxAge: SESSION_COOKIE.maxAgeSeconds },
    jwt: { decode: decodeToken },
    useSecureCookies: SESSION_COOKIE.secure(),
    pages: { signIn: "/login", error: "/login" },
    providers: [
      Credentials({
        id: "credentials",
        credentials: { login: { label: "E-mail or handle" }, password: { label: "Password", type: "password" } },
        authorize: (given, { headers }) =>
          reporting(signInWithPassword(given, { network, signal, userAgent: userAgentOf(headers) })),
      }),
      ...(oauth.github ? [GitHub({ clientId: oauth.github.id, clientSecret: oauth.github.secret })] : []),
      ...(oauth.google ? [Google({ clientId: oauth.google.id, clientSecret: oauth.google.secret })] : []),
    ],
    callbacks: {
      async jwt({ token, user, account }) {
        if (!user || !account) return token;
        const ctx = createContext({ actor: null, door: "app" });
        const userId = account.type === "oauth" ? await reporting(accountOfOAuth(ctx, account, user)) : user.id;
        const userAgent = "userAgent" in user && typeof user.userAgent === "string" ? user.userAgent : account.provider;
        return {
          sid: await reporting(beginSession(ctx, { userId, userAgent, maxAgeSeconds: SESSION_COOKIE.maxAgeSeconds })),
        };
      },
      // Escapes what an address cannot hold as it stands, and leads nowhere else.
      redirect: ({ url, baseUrl }) =>
        baseUrl + ownPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url).replace(/^\/$/, ""),
      session: ({ session }) => ({ ...session, user: {} }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string")
          await reporting(endSession(createContext({ actor: null, door: "app" }), token.sid));
      },
    },
  };
}

function userAgentOf(headers: Record<string, unknown> | undefined): string {
  const userAgent = headers?.["user-agent"];
  return typeof userAgent === "string" ? userAgent : "";
}
