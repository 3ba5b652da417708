import { readiness } from "@/lib/monitoring/checks";
import { serveMonitoring } from "@/lib/monitoring/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveMonitoring(readiness);
