import type { Route } from "@/lib/http/handlers";
import { unversionedRoutes } from "./unversioned-routes";
import { versionedRoutes } from "./versioned-routes";

/**
 * Returns the handlers of all operations, for servers other than Next. Only Next serves next-auth, Inngest, the cron
 * job, OAuth's metadata, and the 404 of other paths.
 */
export const apiRoutes = (): Route[] => [...versionedRoutes(), ...unversionedRoutes()];
