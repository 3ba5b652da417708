import { versionedRoutes } from "@/lib/api/versioned-routes";
import { tableOnNext } from "@/lib/http/next";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = tableOnNext("/api/v1", versionedRoutes());
