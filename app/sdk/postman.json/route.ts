import { openApiDocument } from "@/lib/api/v1/document";
import { postmanCollection } from "@/lib/description/postman";
import { published } from "@/lib/description/published";

export const GET = published("application/json", () => JSON.stringify(postmanCollection(openApiDocument()), null, 1));
