import { notFound } from "next/navigation";
import { cache } from "react";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import type { VisitorContext } from "@/lib/domain/kernel/context";
import { isMember, replicaContext, visitorContext } from "@/lib/auth/page-context";
import { DomainError } from "@/lib/domain/kernel/errors";
import { findBlocked } from "@/lib/domain/people/safety/queries";
import { getProfileOf } from "@/lib/domain/accounts/users/profile";
import type { Person, Profile } from "@/lib/domain/accounts/users/schema";

type Shown = { profile: Profile; blocked: null } | { profile: null; blocked: Person };

/** A profile, or somebody whom the viewer has blocked. Cached: metadata, layout and page share one read. */
export const readShown = cache(async (handle: string): Promise<Shown> => {
  const ctx = await visitorContext();
  try {
    return { profile: await getProfileOf(ctx, { handle }), blocked: null };
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== "not_found") throw error;
    const blocked = isMember(ctx) ? await findBlocked(ctx, { handle }) : null;
    if (blocked) return { profile: null, blocked };
    notFound();
  }
});

type TabProps = Pick<PageProps<"/users/[handle]">, "params" | "searchParams">;

/** Reads a tab of a profile and its list; null where the layout shows that the viewer has blocked the person. */
export async function readTab<List>(
  { params, searchParams }: TabProps,
  list: (ctx: VisitorContext, of: { handle: string; cursor: string | undefined }) => Promise<List>,
) {
  const { profile } = await readShown((await params).handle);
  if (!profile) return null;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => list(ctx, { handle: profile.handle, cursor }));
  return { ...profile, page, isOwn: ctx.actor?.id === profile.id };
}
