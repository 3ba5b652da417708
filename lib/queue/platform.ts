import { type Context, createContext } from "@/lib/domain/context";
import { PLATFORM } from "@/lib/domain/users/rules";

/** Creates a context for background work that no user requested. The actor is the platform's own account. */
export function platformContext(): Context {
  return createContext({ actor: PLATFORM, channel: "session" });
}
