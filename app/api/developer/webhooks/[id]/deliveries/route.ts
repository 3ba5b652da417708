import { deliveries } from "@/lib/api/in-app/developer";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(deliveries.list);
