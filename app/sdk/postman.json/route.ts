import { published } from "@/lib/openapi/published";

export const GET = published("application/json", () => import("@/lib/generated/postman-collection"));
