import { cache } from "react";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { getProfileOf } from "@/lib/domain/users/profile";

/** Cached, so that metadata, layout and page of a profile share one read. */
export const readProfile = cache(async (handle: string) =>
  orNotFound(getProfileOf(await visitorContext(), { handle })),
);
