import { builds } from "@/lib/api/session/builds";
import { mountSession } from "@/lib/http/next-session";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = mountSession(builds.like, builds.unlike);
