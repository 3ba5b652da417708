import type { Account, NextAuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { createContext } from "@/lib/domain/context";
import { accountOfOAuth } from "@/lib/domain/users/oauth";
import { beginSession, endSession } from "@/lib/domain/users/sessions";
import { env } from "@/lib/infra/env";
import { SESSION_COOKIE } from "./cookie";
import { acceptDiscordGrant, discordProviders } from "./discord";
import { linkAccount, type Linking } from "./linking";
import { ownPath } from "./own-path";
import { signInWithPasskey } from "./passkey-sign-in";
import { signInWithPassword } from "./sign-in";
import { SignInRejected } from "./sign-in-errors";
import { decodeToken } from "./token";

interface SignInRequest {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  signal: AbortSignal;
  /** Somebody signed in who links the provider's account in place of signing in with it. */
  linking: Linking | null;
  /** Called with failures on our side, which next-auth would report as a wrong password or swallow. */
  onFailure(error: unknown): void;
}

/**
 * Returns next-auth's settings. The cookie's encrypted token holds only a session id. The session's row decides, so
 * that signing out everywhere, the list of sessions and a suspension take effect at once.
 */
export function authOptions({ network, signal, linking, onFailure }: SignInRequest): NextAuthOptions {
  const { authSecret, oauth } = env();
  const ownerOf = (account: Account, user: User) =>
    linking
      ? linkAccount(linking, account.providerAccountId)
      : accountOfOAuth(createContext({ actor: null, channel: "session", clientIp: network }), account, user);
  const reporting = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (!(error instanceof SignInRejected)) onFailure(error);
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
        credentials: {
          login: { label: "E-mail or handle" },
          password: { label: "Password", type: "password" },
          code: { label: "Code of a second factor, if the account has one" },
        },
        authorize: (given, { headers }) =>
          reporting(signInWithPassword(given, { network, signal, userAgent: userAgentOf(headers) })),
      }),
      Credentials({
        id: "passkey",
        credentials: { assertion: { label: "Passkey" } },
        authorize: (given, { headers }) =>
          reporting(signInWithPasskey(given, { network, signal, userAgent: userAgentOf(headers) })),
      }),
      ...(oauth.github ? [GitHub({ clientId: oauth.github.id, clientSecret: oauth.github.secret })] : []),
      ...(oauth.google ? [Google({ clientId: oauth.google.id, clientSecret: oauth.google.secret })] : []),
      ...discordProviders(),
    ],
    callbacks: {
      async jwt({ token, user, account }) {
        if (!user || !account) return token;
        const ctx = createContext({ actor: null, channel: "session" });
        const userId = account.type === "oauth" ? await reporting(ownerOf(account, user)) : user.id;
        await reporting(acceptDiscordGrant(userId, account));
        if (linking) return { sid: linking.sessionId };
        const userAgent = "userAgent" in user && typeof user.userAgent === "string" ? user.userAgent : account.provider;
        return {
          sid: await reporting(beginSession(ctx, { userId, userAgent, maxAgeSeconds: SESSION_COOKIE.maxAgeSeconds })),
        };
      },
      // Escapes characters that a URL cannot hold, and rejects other origins.
      redirect: ({ url, baseUrl }) =>
        baseUrl + ownPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url).replace(/^\/$/, ""),
      session: ({ session }) => ({ ...session, user: {} }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string")
          await reporting(endSession(createContext({ actor: null, channel: "session" }), token.sid));
      },
    },
  };
}

function userAgentOf(headers: Record<string, unknown> | undefined): string {
  const userAgent = headers?.["user-agent"];
  return typeof userAgent === "string" ? userAgent : "";
}
