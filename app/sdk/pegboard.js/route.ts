import { openApiDocument } from "@/lib/api/v1/document";
import { transpile } from "@/lib/description/client/transpile";
import { writeClient } from "@/lib/description/client/write";
import { published } from "@/lib/description/published";

export const GET = published("text/javascript", () => transpile(writeClient(openApiDocument())));
