import type { Actor, Context, VisitorContext } from "@/lib/domain/context";

/** Acts for an account without a session of its own, as whoever has a letter's link or has just signed up does. */
export function actAs(tx: VisitorContext, { id, handle, name, image, role, tier }: Actor): Context {
  return { ...tx, actor: { id, handle, name, image, role, tier } };
}
