import { publishedPages } from "@/lib/openapi/published";

/** The pages of the reference as Markdown, at /docs/api/{group}.md and /docs/errors/{code}.md. */
export const GET = publishedPages("text/markdown", () => import("@/lib/generated/markdown-pages"));
