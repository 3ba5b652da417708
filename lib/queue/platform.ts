import { type Context, createContext } from "@/lib/domain/context";
import { PLATFORM } from "@/lib/domain/users/rules";

/** Creates a context for background work, which nobody in particular asked for: the platform's own account acts. */
export function platformContext(now = new Date()): Context {
  return createContext({ actor: PLATFORM, channel: "session", now });
}
