import { openApiDocument } from "@/lib/api/v1/document";
import { llmsText } from "@/lib/description/llms";
import { published } from "@/lib/description/published";

export const GET = published("text/plain", () => llmsText(openApiDocument()));
