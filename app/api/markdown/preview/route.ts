import { markdown } from "@/lib/api/in-app/markdown";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(markdown.preview);
