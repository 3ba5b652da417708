import { reports as api } from "@/lib/api/v1/reports";
import { sessionRoutes } from "@/lib/http/operation";

/** Reporting in the app. */
export const reports = sessionRoutes(api);
