import { cache } from "react";
import { orMissing, visitorContext } from "@/lib/auth/page-context";
import { getBuildPage } from "@/lib/domain/builds/catalogue";

/** Cached, so that the head and the page count one view together. */
export const readBuild = cache(async (slug: string) => orMissing(getBuildPage(await visitorContext(), { slug })));
