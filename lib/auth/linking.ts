import { createContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { linkDiscord } from "@/lib/domain/play/guilds/commands";
import { DISCORD } from "@/lib/domain/play/guilds/rules";
import { requireRecentProof } from "@/lib/domain/accounts/guards/recent-proof";
import { actorOfRequest, type SignedIn } from "./session";
import { cookieIn, cookieName } from "./cookie";
import { ownPath } from "./own-path";
import { CONSENT_DECLINED } from "./sign-in-errors";

const SETTINGS = "/settings/account";

/** Where Discord's consent returns if it was requested in the settings: distinguishes linking from signing in. */
export const LINKED_PATH = `${SETTINGS}?discord=linked`;

/** A signed-in user who links an OAuth account to their own account. */
export interface Linking {
  actor: SignedIn;
  sessionId: string;
}

/**
 * Returns who links an account with this callback of an OAuth provider; null if the callback is a sign-in.
 * @throws `signed_out` if the session has ended since linking was requested, so that no account is created by mistake;
 *   `proof_required` without a recent proof of identity, because the linked account can sign in from then on.
 */
export async function linkingOf(request: Request, provider: string | undefined): Promise<Linking | null> {
  if (provider !== DISCORD || !asksToLink(request)) return null;
  const actor = await actorOfRequest(request);
  if (!actor) throw new DomainError("signed_out", "Sign in first.");
  const { sessionId, provenAt } = actor;
  requireRecentProof({ session: { id: sessionId, provenAt }, now: new Date() });
  return { actor, sessionId };
}

/** Links the OAuth account, and returns the id of its owner. */
export async function linkAccount({ actor, sessionId }: Linking, providerAccountId: string): Promise<string> {
  const session = { id: sessionId, provenAt: actor.provenAt };
  await linkDiscord(createContext({ actor, channel: "session", session }), providerAccountId);
  return actor.id;
}

/** Returns the page that shows why linking failed; null for other errors. */
export function linkingFailedPath(error: unknown): string | null {
  if (!(error instanceof DomainError)) return null;
  if (error.code === "conflict") return `${SETTINGS}?discord=taken`;
  if (error.code === "proof_required") return `${SETTINGS}?discord=unproven`;
  return error.code === "signed_out" ? "/login?error=SessionRequired" : null;
}

/**
 * Returns the page that says why nobody came back from a provider's consent: the settings where it was asked for there,
 * which also keeps whoever is signed in from being sent away from the login page, else that page.
 */
export function consentFailedPath(request: Request, code: string): string {
  if (asksToLink(request)) return `${SETTINGS}?discord=${code === CONSENT_DECLINED ? "declined" : "failed"}`;
  return `/login?${String(new URLSearchParams({ error: code, callbackURL: callbackPathOf(request) }))}`;
}

const asksToLink = (request: Request) => callbackPathOf(request) === LINKED_PATH;

/**
 * Returns the path to which next-auth will redirect. Only our own pages, and next-auth's form with its token, can set
 * this cookie.
 */
export function callbackPathOf(request: Request): string {
  const cookie = cookieIn(request.headers.get("cookie"), cookieName("next-auth.callback-url"));
  try {
    const url = new URL(decodeURIComponent(cookie ?? ""));
    return ownPath(url.pathname + url.search);
  } catch {
    return "/";
  }
}
