import { builds } from "@/lib/api/in-app/builds";
import { serveInApp } from "@/lib/http/serve-in-app";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = serveInApp(builds.like, builds.unlike);
