import { notFound } from "next/navigation";
import { cache } from "react";
import { isMember, visitorContext } from "@/lib/auth/page-context";
import { DomainError } from "@/lib/domain/errors";
import { findBlocked } from "@/lib/domain/safety/queries";
import { getProfileOf } from "@/lib/domain/users/profile";
import type { Person, Profile } from "@/lib/domain/users/schema";

type Shown = { profile: Profile; blocked: null } | { profile: null; blocked: Person };

/**
 * A profile, or somebody whom the viewer has blocked. Cached, so that metadata, layout and page of a profile share one
 * read.
 */
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

/** The profile whose tab is shown; null where the layout shows that the viewer has blocked its owner. */
export async function readProfile(handle: string): Promise<Profile | null> {
  return (await readShown(handle)).profile;
}
