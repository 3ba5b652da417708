import { notFound } from "next/navigation";
import { after } from "next/server";
import { cache } from "react";
import { cookies, headers } from "next/headers";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/kernel/context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { getViewer, type Viewer } from "@/lib/domain/accounts/users/viewer";
import type { ReplicaUse } from "@/lib/infra/database/account-reads";
import { outageOf } from "@/lib/infra/database/errors";
import { actorOfToken, sessionOf, type SignedIn } from "./session";
import { SESSION_COOKIE } from "./cookie";

/** For a signed-in viewer or a visitor. Reads from replicas while the primary is unavailable. Cached per request. */
export const visitorContext = cache(() => pageContext("fallback"));

/**
 * The same for pages of lists and single resources, which a replica of the database may always serve to members.
 * Visitors' pages may be cached, so they are read from the primary unless it is unavailable.
 */
export const replicaContext = cache(() => pageContext("preferred"));

async function pageContext(readsReplica: ReplicaUse): Promise<VisitorContext> {
  const isRead = !(await isPrefetch());
  const afterCommit = (job: () => Promise<unknown>) => isRead && after(job);
  const actor = await currentActor();
  return createContext({ actor, session: sessionOf(actor), channel: "session", afterCommit, readsReplica });
}

/** Whether the page is fetched without being read, as the service worker does to keep it: then no view is counted. */
async function isPrefetch(): Promise<boolean> {
  const sent = await headers();
  return (sent.get("Sec-Purpose") ?? sent.get("Purpose") ?? "").startsWith("prefetch");
}

export function isMember(ctx: VisitorContext): ctx is Context {
  return ctx.actor !== null;
}

/** Turns a `not_found` domain error into Next's 404 page. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DomainError && error.code === "not_found") notFound();
    throw error;
  }
}

export function isEditor({ actor }: VisitorContext): boolean {
  return actor?.role === "EDITOR";
}

/** Null for visitors. Reads from a replica while the primary is unavailable. Cached per request. */
export const currentActor = cache(async (): Promise<SignedIn | null> => {
  const token = (await cookies()).get(SESSION_COOKIE.name())?.value;
  return actorOfToken(token, { orReplica: true });
});

export async function currentViewer(): Promise<Viewer | null> {
  const ctx = await visitorContext();
  return isMember(ctx) ? getViewer(ctx) : null;
}

/** Returns the viewer, or null while the database cannot say who it is: for a page that is served without it. */
export async function viewerIfKnown(): Promise<Viewer | null> {
  try {
    return await currentViewer();
  } catch (error) {
    if (!outageOf(error)) throw error;
    return null;
  }
}
