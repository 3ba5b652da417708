import type { NextAuthOptions } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { createContext } from "@/lib/domain/context";
import { accountOfOAuth } from "@/lib/domain/users/oauth";
import { beginSession, endSession } from "@/lib/domain/users/sessions";
import { env } from "@/lib/infra/env";
import { SESSION_COOKIE } from "./cookie";
import { signInWithPassword } from "./sign-in";
import { decodeToken } from "./token";

/**
 * next-auth's settings. The cookie's token is signed and encrypted and holds a session's id alone; the row behind the id
 * is what counts, so that signing out everywhere, a list of sessions and a suspension work at once.
 */
export function authOptions(): NextAuthOptions {
  const { authSecret, oauth } = env();
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
        authorize: (given, request) => signInWithPassword(given, request),
      }),
      ...(oauth.github ? [GitHub({ clientId: oauth.github.id, clientSecret: oauth.github.secret })] : []),
      ...(oauth.google ? [Google({ clientId: oauth.google.id, clientSecret: oauth.google.secret })] : []),
    ],
    callbacks: {
      async jwt({ token, user, account }) {
        if (!user || !account) return token;
        const ctx = createContext({ actor: null, door: "app" });
        const userId = account.type === "oauth" ? await accountOfOAuth(ctx, account, user) : user.id;
        const userAgent = "userAgent" in user && typeof user.userAgent === "string" ? user.userAgent : account.provider;
        return { sid: await beginSession(ctx, { userId, userAgent, maxAgeSeconds: SESSION_COOKIE.maxAgeSeconds }) };
      },
      session: ({ session }) => ({ ...session, user: {} }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await endSession(createContext({ actor: null, door: "app" }), token.sid);
      },
    },
  };
}
