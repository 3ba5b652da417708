import { createContext } from "@/lib/domain/context";
import { acceptAssertion } from "@/lib/domain/factors/passkeys";
import { assertion } from "@/lib/domain/factors/schema";
import { findSuspensionToken } from "@/lib/domain/moderation/own-decisions";
import { rememberNetwork } from "@/lib/domain/users/networks";
import type { SignedIn, SignInOrigin } from "./sign-in";
import { accountSuspended } from "./sign-in-errors";

/** Longer than any answer of a passkey. */
const MAX_LENGTH = 20_000;

/**
 * Implements next-auth's `authorize` for passkeys: null unless the answer is that of a passkey of ours.
 * @throws SignInRejected for a suspended account
 */
export async function signInWithPasskey(
  given: Record<string, string> | undefined,
  { network, userAgent = "", signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const { data: response } = assertion.safeParse(parseJson(given?.assertion ?? ""));
  const id = response ? await acceptAssertion(ctx, response) : null;
  if (!id) return null;
  const { suspendedAt } = await ctx.db.user.findUniqueOrThrow({ where: { id }, select: { suspendedAt: true } });
  if (suspendedAt) throw accountSuspended(await findSuspensionToken(ctx, id));
  await rememberNetwork(ctx, id, network);
  return { id, userAgent };
}

function parseJson(text: string): unknown {
  try {
    return text.length <= MAX_LENGTH ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
