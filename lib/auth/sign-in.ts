import { createContext } from "@/lib/domain/context";
import { verifyCredentials } from "@/lib/domain/users/commands";
import { refund, spend } from "@/lib/http/rate-limit";

/** No e-mail address is longer. */
const MAX_LOGIN = 254;

interface SignedIn {
  id: string;
  userAgent: string;
}

/** next-auth's `authorize`: null is a wrong pair; the thrown message reaches the login page as `?error=`. */
export async function signInWithPassword(
  given: Record<string, string> | undefined,
  request: { headers?: Record<string, unknown> },
): Promise<SignedIn | null> {
  const login = given?.login?.trim().toLowerCase() ?? "";
  const password = given?.password ?? "";
  const account = login.slice(0, MAX_LOGIN);
  // Ten failures a quarter of an hour for each account, known or not, wherever they come from. Every try is spent
  // before its password is looked at: of many at once no more than ten are looked at.
  const failures = await spend("signInFailures", account, { whenDown: "local" });
  if (!failures.allowed) throw new Error("TooManyFailures");
  const user = await verifyCredentials(createContext({ actor: null, door: "app" }), login, password);
  if (!user) return null;
  await refund("signInFailures", account, { whenDown: "local" });
  const userAgent = request.headers?.["user-agent"];
  return { id: user.id, userAgent: typeof userAgent === "string" ? userAgent : "" };
}
