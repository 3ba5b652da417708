import { cache } from "react";
import { orMissing, visitorContext } from "@/lib/auth/page-context";
import { getProfileOf } from "@/lib/domain/users/profile";

/** One read for the head, the frame and the page of a profile. */
export const readProfile = cache(async (handle: string) => orMissing(getProfileOf(await visitorContext(), { handle })));
