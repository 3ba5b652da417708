import { reports as api } from "@/lib/api/v1/reports";
import { sessionRoutes } from "@/lib/http/operation";

export const reports = sessionRoutes(api);
