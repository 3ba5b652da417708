import { published } from "@/lib/openapi/published";

export const GET = published("text/javascript", () => import("@/lib/generated/client-javascript"));
