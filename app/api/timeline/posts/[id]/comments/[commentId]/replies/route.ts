import { timeline } from "@/lib/api/in-app/timeline";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(timeline.replies);
