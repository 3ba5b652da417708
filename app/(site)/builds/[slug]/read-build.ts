import { cache } from "react";
import { orNotFound, visitorContext } from "@/lib/auth/page-context";
import { getBuildPage } from "@/lib/domain/writing/builds/queries";

/** Cached, so that metadata and page count one view together. */
export const readBuild = cache(async (slug: string) => orNotFound(getBuildPage(await visitorContext(), { slug })));
