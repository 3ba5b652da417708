import { notFound, redirect } from "next/navigation";
import { type Context, createContext } from "@/lib/domain/context";
import { currentActor } from "./current";

/** The context of whoever is signed in, for a page at `path`; a visitor is sent to sign in and come back. */
export async function requireContext(path: string): Promise<Context> {
  const actor = await currentActor();
  if (!actor) redirect(`/login?callbackURL=${encodeURIComponent(path)}`);
  return createContext({ actor, door: "app" });
}

/** The same for a page of the editors; to anybody else there is no such page. */
export async function requireEditor(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return ctx.actor.role === "EDITOR" ? ctx : notFound();
}
