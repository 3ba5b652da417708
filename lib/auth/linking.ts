import { createContext } from "@/lib/domain/context";
import { DomainError } from "@/lib/domain/errors";
import { linkDiscord } from "@/lib/domain/guilds/commands";
import { DISCORD } from "@/lib/domain/guilds/rules";
import { requireRecentProof } from "@/lib/domain/recent-proof";
import { actorOfRequest, type SignedIn } from "./session";
import { SESSION_COOKIE } from "./cookie";
import { ownPath } from "./own-path";

const SETTINGS = "/settings/account";

/** Where Discord's consent leads back to when it was asked for in the settings: that tells linking from signing in. */
export const LINKED_PATH = `${SETTINGS}?discord=linked`;

/** Somebody signed in who links the provider's account to their own. */
export interface Linking {
  actor: SignedIn;
  sessionId: string;
}

/**
 * Who links an account with this callback of an OAuth provider; null where it signs somebody in.
 * @throws `signed_out` where linking was asked for, but the session has ended meanwhile: no account is made by mistake;
 *   `proof_required` without a recent proof of identity, because what is linked opens the account from then on.
 */
export async function linkingOf(request: Request, provider: string | undefined): Promise<Linking | null> {
  if (provider !== DISCORD || !asksToLink(request)) return null;
  const actor = await actorOfRequest(request);
  if (!actor) throw new DomainError("signed_out", "Sign in first.");
  const { sessionId, provenAt } = actor;
  requireRecentProof({ session: { id: sessionId, provenAt }, now: new Date() });
  return { actor, sessionId };
}

/** Links the account and answers whose it is. */
export async function linkAccount({ actor, sessionId }: Linking, providerAccountId: string): Promise<string> {
  const session = { id: sessionId, provenAt: actor.provenAt };
  await linkDiscord(createContext({ actor, channel: "session", session }), providerAccountId);
  return actor.id;
}

/** Where somebody is told that linking failed. */
export function linkingFailedPath(error: unknown): string | null {
  if (!(error instanceof DomainError)) return null;
  if (error.code === "conflict") return `${SETTINGS}?discord=taken`;
  if (error.code === "proof_required") return `${SETTINGS}?discord=unproven`;
  return error.code === "signed_out" ? "/login?error=SessionRequired" : null;
}

const asksToLink = (request: Request) => callbackPathOf(request) === LINKED_PATH;

/**
 * Returns the path of ours that next-auth will lead to. It keeps it in a cookie that only its own form, with its token,
 * and our own pages set.
 */
export function callbackPathOf(request: Request): string {
  const name = `${SESSION_COOKIE.secure() ? "__Secure-" : ""}next-auth.callback-url=`;
  const cookie = request.headers
    .get("cookie")
    ?.split(/; */)
    .findLast((pair) => pair.startsWith(name));
  try {
    const url = new URL(decodeURIComponent(cookie?.slice(name.length) ?? ""));
    return ownPath(url.pathname + url.search);
  } catch {
    return "/";
  }
}
