import { notFound, redirect } from "next/navigation";
import type { Context } from "@/lib/domain/kernel/context";
import { isModerator } from "@/lib/domain/accounts/guards/staff";
import { isMember, visitorContext } from "./page-context";

/** Returns the signed-in context for the page at `path`; redirects visitors to sign in and then return. */
export async function requireContext(path: string): Promise<Context> {
  const ctx = await visitorContext();
  return isMember(ctx) ? ctx : redirect(`/login?callbackURL=${encodeURIComponent(path)}`);
}

export async function requireModeratorPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return isModerator(ctx.actor.role) ? ctx : notFound();
}

export async function requireAdminPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return ctx.actor.role === "ADMIN" ? ctx : notFound();
}

export async function requireEditorPage(path: string): Promise<Context> {
  const ctx = await requireContext(path);
  return ctx.actor.role === "EDITOR" ? ctx : notFound();
}
