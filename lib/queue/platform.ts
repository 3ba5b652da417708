import { type Context, createContext } from "@/lib/domain/context";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";

/** Creates a context for background work, which nobody in particular asked for: the platform's own account acts. */
export function platformContext(now = new Date()): Context {
  const actor = {
    id: PLATFORM_USER_ID,
    handle: "pegboard",
    name: "Pegboard",
    image: null,
    role: "SYSTEM",
    tier: "free",
  } as const;
  return createContext({ actor, channel: "session", now });
}
