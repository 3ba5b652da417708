import { type Context, createContext } from "@/lib/domain/kernel/context";
import { PLATFORM } from "@/lib/domain/accounts/users/rules";

/** Creates a context for background work that no user requested. The actor is the platform's own account. */
export function platformContext(): Context {
  return createContext({ actor: PLATFORM, channel: "session" });
}
