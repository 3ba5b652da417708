import { scrape } from "@/lib/monitoring/metrics";
import { serveMonitoring } from "@/lib/monitoring/routes";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveMonitoring(scrape);
