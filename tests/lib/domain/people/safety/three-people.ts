import type { Context } from "@/lib/domain/kernel/context";
import { createPost } from "@/lib/domain/writing/posts/commands";
import { blockUser } from "@/lib/domain/people/safety/commands";
import { newPerson } from "@/tests/support/people";

/** Skips the counting of views, which runs later, when the database may be gone. */
const QUIET = { afterCommit: () => undefined };

/** Ada, Ben and Cleo, who have no relations to each other. */
export async function threePeople(): Promise<[Context, Context, Context]> {
  const someone = (name: string) => newPerson({ name, ...QUIET });
  return [await someone("Ada"), await someone("Ben"), await someone("Cleo")];
}

export const named = ({ actor: { handle } }: Context) => ({ handle });
export const block = (who: Context, whom: Context) => blockUser(who, named(whom));
export const publicPost = (by: Context, content = "Something") => createPost(by, { content, audience: "PUBLIC" });
export const notFound = { code: "not_found" };
