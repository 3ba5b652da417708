import type { Account, NextAuthOptions, User } from "next-auth";
import Credentials from "next-auth/providers/credentials";
import GitHub from "next-auth/providers/github";
import Google from "next-auth/providers/google";
import { signIn } from "@/lib/domain/accounts/lifecycle/devices";
import { createContext } from "@/lib/domain/kernel/context";
import { accountOfOAuth } from "@/lib/domain/accounts/lifecycle/oauth";
import { endSession } from "@/lib/domain/accounts/users/sessions";
import { env } from "@/lib/infra/environment/env";
import { admitFromProvider } from "./admission";
import { SESSION_COOKIE } from "./cookie";
import { linkAccount, type Linking } from "./linking";
import type { NextStep } from "./next-step";
import { signInByReopening, signInWithCode, signInWithPasskey } from "./next-step-sign-in";
import { ownPath } from "./own-path";
import { type SignedIn, signInWithPassword } from "./sign-in";
import { SignInRejected } from "./sign-in-errors";
import { decodeToken } from "./session";
import Discord from "next-auth/providers/discord";
import type { Provider } from "next-auth/providers/index";
import { acceptGrant } from "@/lib/domain/play/guilds/membership";
import { DISCORD } from "@/lib/domain/play/guilds/rules";
import { log } from "@/lib/infra/log/log";

interface SignInRequest {
  /** The client's IPv4 address or IPv6 /64. */
  network: string;
  userAgent: string;
  signal: AbortSignal;
  /** Set if a signed-in user links the OAuth account instead of signing in with it. */
  linking: Linking | null;
  deviceId: string;
  nextStep: NextStep | null;
  onSignIn(): void;
  onRejection(error: SignInRejected): void;
  /** Called with failures on our side, which next-auth would report as a wrong password or swallow. */
  onFailure(error: unknown): void;
}

/**
 * Returns next-auth's settings. The cookie's encrypted token contains only a session id. The session's row decides, so
 * signing out everywhere, ending a listed session and suspending an account take effect at once.
 */
export function authOptions(request: SignInRequest): NextAuthOptions {
  const { network, userAgent, signal, linking, deviceId, nextStep, onSignIn, onRejection, onFailure } = request;
  const { authSecret, oauth } = env();
  const origin = { network, signal };
  const newContext = () => createContext({ actor: null, channel: "session", clientIp: network });
  /** The id of the OAuth account's owner. */
  let ownerId = "";
  const ownerOf = (account: Account, user: User) =>
    linking ? linkAccount(linking, account.providerAccountId) : accountOfOAuth(newContext(), account, user);
  const reporting = <T>(work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      if (error instanceof SignInRejected) onRejection(error);
      else onFailure(error);
      throw error;
    });
  return {
    secret: authSecret,
    session: { strategy: "jwt", maxAge: SESSION_COOKIE.maxAgeSeconds },
    jwt: { decode: decodeToken },
    useSecureCookies: SESSION_COOKIE.secure(),
    pages: { signIn: "/login", error: "/login" },
    logger: { error: logFailure },
    providers: [
      Credentials({
        id: "credentials",
        credentials: {
          login: { label: "E-mail or handle" },
          password: { label: "Password", type: "password" },
          code: { label: "Code of a second factor, if the account has one" },
        },
        authorize: (given) => reporting(signInWithPassword(given, origin)),
      }),
      Credentials({
        id: "passkey",
        credentials: { assertion: { label: "Passkey" } },
        authorize: (given) => reporting(signInWithPasskey(given, origin)),
      }),
      Credentials({
        id: "second-factor",
        credentials: { code: { label: "Code of a second factor" } },
        authorize: (given) => reporting(signInWithCode(given, nextStep, origin)),
      }),
      Credentials({
        id: "reopening",
        credentials: {},
        authorize: () => reporting(signInByReopening(nextStep, origin)),
      }),
      ...(oauth.github ? [GitHub({ clientId: oauth.github.id, clientSecret: oauth.github.secret })] : []),
      ...(oauth.google ? [Google({ clientId: oauth.google.id, clientSecret: oauth.google.secret })] : []),
      ...discordProviders(),
    ],
    callbacks: {
      async signIn({ user, account }) {
        if (account?.type !== "oauth") return true;
        ownerId = await reporting(ownerOf(account, user));
        if (!linking) await reporting(admitFromProvider(newContext(), ownerId));
        return true;
      },
      async jwt({ token, user, account }) {
        if (!user || !account) return token;
        const userId = account.type === "oauth" ? ownerId : user.id;
        await reporting(acceptDiscordGrant(userId, account));
        if (linking) return { sid: linking.sessionId };
        const { maxAgeSeconds } = SESSION_COOKIE;
        const { provider, providerAccountId } = account;
        const credential =
          account.type === "oauth" ? { provider, providerAccountId } : (user as Partial<SignedIn>).credential;
        const session = { userId, userAgent, maxAgeSeconds, deviceId, method: provider, credential };
        const sid = await reporting(signIn(newContext(), session));
        onSignIn();
        return { sid };
      },
      // Escapes characters that a URL cannot hold, and rejects other origins.
      redirect: ({ url, baseUrl }) =>
        baseUrl + ownPath(url.startsWith(`${baseUrl}/`) ? url.slice(baseUrl.length) : url).replace(/^\/$/, ""),
      session: ({ session }) => ({ ...session, user: {} }),
    },
    events: {
      async signOut({ token }) {
        if (typeof token?.sid === "string") await reporting(endSession(newContext(), token.sid));
      },
    },
  };
}

/** Logs an error of next-auth: as a warning, if a provider answered with it, or `reporting` has passed it on. */
function logFailure(code: string, report: Error | { error: Error; providerId?: string }): void {
  const { error, providerId } = report instanceof Error ? { error: report } : report;
  const isKnown = code === "OAUTH_CALLBACK_HANDLER_ERROR" || (code === "OAUTH_CALLBACK_ERROR" && report === error);
  log[isKnown ? "warn" : "error"](`next-auth: ${code}`, { error, providerId });
}

function discordProviders(): Provider[] {
  const { discord } = env();
  if (!discord) return [];
  const { clientId, clientSecret, apiUrl } = discord;
  return [
    Discord({
      clientId,
      clientSecret,
      authorization: { url: `${apiUrl}/oauth2/authorize`, params: { scope: "identify guilds" } },
      token: `${apiUrl}/oauth2/token`,
      userinfo: `${apiUrl}/users/@me`,
    }),
  ];
}

async function acceptDiscordGrant(userId: string, { provider, ...account }: Account): Promise<void> {
  const { access_token: accessToken, refresh_token: refreshToken } = account;
  if (provider !== DISCORD || !accessToken || !refreshToken) return;
  await acceptGrant(createContext({ actor: null, channel: "session" }), userId, { accessToken, refreshToken });
}
