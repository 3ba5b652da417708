import { readiness } from "@/lib/monitoring/health";
import { serveMonitoring } from "@/lib/monitoring/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveMonitoring(readiness);
