import { publishedPackage, tarballOf } from "@/lib/openapi/published";

export const GET = publishedPackage("application/gzip", () => import("@/lib/generated/npm-package"), tarballOf);
