import { type Context, createContext } from "@/lib/domain/context";
import { PLATFORM_USER_ID } from "@/lib/domain/users/rules";

/** What nobody in particular asked for is done by the platform itself. */
export function platformContext(now = new Date()): Context {
  const actor = {
    id: PLATFORM_USER_ID,
    handle: "pegboard",
    name: "Pegboard",
    image: null,
    role: "SYSTEM",
    tier: "free",
  } as const;
  return createContext({ actor, door: "app", now });
}
