import { createContext } from "@/lib/domain/context";
import { verifyCredentials } from "@/lib/domain/users/commands";
import { peek, spend } from "@/lib/http/rate-limit";

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
  // Ten failures a quarter of an hour for each account, known or not, wherever they come from.
  const failures = await peek("signInFailures", login.slice(0, 254), { whenDown: "local" });
  if (failures.remaining < 1) throw new Error("TooManyFailures");
  const user = await verifyCredentials(createContext({ actor: null, door: "app" }), login, password);
  if (!user) {
    await spend("signInFailures", login.slice(0, 254), { whenDown: "local" });
    return null;
  }
  const userAgent = request.headers?.["user-agent"];
  return { id: user.id, userAgent: typeof userAgent === "string" ? userAgent : "" };
}
