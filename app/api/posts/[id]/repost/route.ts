import { reposts } from "@/lib/api/in-app/reposts";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(reposts.add, reposts.remove);
