import { publishedPackage } from "@/lib/openapi/published";

export const GET = publishedPackage(() => import("@/lib/generated/npm-package"));
