import { reports as api } from "@/lib/api/v1/reports";
import { sessionRoute } from "@/lib/http/operation";

/** Reporting in the app. */
export const reports = { create: sessionRoute(api.create) };
