import { serveMonitoring } from "@/lib/monitoring/routes";
import { statusReport } from "@/lib/monitoring/status";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveMonitoring(statusReport);
