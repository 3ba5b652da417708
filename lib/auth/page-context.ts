import { notFound } from "next/navigation";
import { after } from "next/server";
import { cache } from "react";
import { type Context, createContext, type VisitorContext } from "@/lib/domain/context";
import { Refusal } from "@/lib/domain/errors";
import { currentActor } from "./current";

/** What a page reads with: whoever looks at it, signed in or not. One a request. */
export const visitorContext = cache(async (): Promise<VisitorContext> => {
  return createContext({ actor: await currentActor(), door: "app", afterCommit: (job) => after(job) });
});

/** Whether somebody is signed in, for pages that show members more. */
export function isMember(ctx: VisitorContext): ctx is Context {
  return ctx.actor !== null;
}

/** A page whose subject is refused is a page that is not there. */
export async function orMissing<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Refusal && error.code === "not_found") notFound();
    throw error;
  }
}

/** Whether somebody may write the blog and the news. */
export function isEditor({ actor }: VisitorContext): boolean {
  return actor?.role === "EDITOR";
}
