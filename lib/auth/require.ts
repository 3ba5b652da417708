import { notFound, redirect } from "next/navigation";
import { type Context, createContext } from "@/lib/domain/context";
import { isModerator } from "@/lib/domain/staff";
import { currentActor } from "./current";

/** Returns the signed-in context for the page at `path`; redirects visitors to sign in and come back. */
export async function requireContext(path: string): Promise<Context> {
  const actor = await currentActor();
  if (!actor) redirect(`/login?callbackURL=${encodeURIComponent(path)}`);
  return createContext({ actor, channel: "session" });
}

/** Does the same for a moderators' page; anybody else gets a 404. */
export async function requireModeratorPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return isModerator(ctx.actor.role) ? ctx : notFound();
}

/** Does the same for an admins' page; anybody else gets a 404. */
export async function requireAdminPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return ctx.actor.role === "ADMIN" ? ctx : notFound();
}

/** Does the same for an editors' page; anybody else gets a 404. */
export async function requireEditorPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return ctx.actor.role === "EDITOR" ? ctx : notFound();
}
