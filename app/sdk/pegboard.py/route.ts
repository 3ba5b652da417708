import { published } from "@/lib/openapi/published";

export const GET = published("text/plain", () => import("@/lib/generated/client-python"));
