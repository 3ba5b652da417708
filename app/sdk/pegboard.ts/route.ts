import { openApiDocument } from "@/lib/api/v1/document";
import { writeClient } from "@/lib/description/client/write";
import { published } from "@/lib/description/published";

export const GET = published("text/plain", () => writeClient(openApiDocument()));
