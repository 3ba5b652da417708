import { searchIndexOf } from "@/components/api-docs/search-index";
import { reference } from "@/lib/openapi/reference";

/** What the search of the reference finds, which its page loads when somebody begins to search. */
export const GET = () =>
  Response.json(searchIndexOf(reference()), { headers: { "Cache-Control": "public, max-age=300" } });
