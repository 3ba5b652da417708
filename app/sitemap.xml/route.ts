import { withinBudget } from "@/lib/auth/admission";
import { sitemap } from "@/lib/domain/deployment/sitemap/sitemap";
import { publishedFor } from "@/lib/openapi/published";

/** The sitemap lists over 27,000 addresses, and may be ten minutes old. */
const MAX_AGE_SECONDS = 600;

export const GET = withinBudget("costly", publishedFor(MAX_AGE_SECONDS, "application/xml", sitemap));
