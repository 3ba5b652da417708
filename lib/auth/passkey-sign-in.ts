import { createContext } from "@/lib/domain/context";
import { acceptAssertion } from "@/lib/domain/factors/passkeys";
import { assertion } from "@/lib/domain/factors/schema";
import { rememberNetwork } from "@/lib/domain/users/credentials";
import { admit } from "./admission";
import type { SignedIn, SignInOrigin } from "./sign-in";

/** Longer than any passkey response. */
const MAX_LENGTH = 20_000;

/**
 * Implements next-auth's `authorize` for passkeys: null unless the response comes from a registered passkey.
 * @throws SignInRejected for a suspended or closed account
 */
export async function signInWithPasskey(
  given: Record<string, string> | undefined,
  { network, signal }: SignInOrigin,
): Promise<SignedIn | null> {
  const ctx = createContext({ actor: null, channel: "session", signal });
  const { data: response } = assertion.safeParse(parseJson(given?.assertion ?? ""));
  const id = response ? await acceptAssertion(ctx, response) : null;
  if (!response || !id) return null;
  await admit(ctx, id);
  await rememberNetwork(ctx, id, network);
  return { id, credential: { passkeyId: response.id } };
}

function parseJson(text: string): unknown {
  try {
    return text.length <= MAX_LENGTH ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}
