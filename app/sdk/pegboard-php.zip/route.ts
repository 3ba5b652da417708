import { publishedPackage, zipOf } from "@/lib/openapi/published";

export const GET = publishedPackage("application/zip", () => import("@/lib/generated/php-package"), zipOf);
