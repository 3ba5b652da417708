import { withinBudget } from "@/lib/auth/admission";
import { sitemap } from "@/lib/domain/addresses/sitemap";

export const GET = withinBudget("costly", async (request) => {
  const { xml, gzipped } = await sitemap();
  const headers = {
    "Content-Type": "application/xml",
    "Cache-Control": "public, max-age=600",
    Vary: "Accept-Encoding",
  };
  if (!/\bgzip\b/.test(request.headers.get("accept-encoding") ?? "")) return new Response(xml, { headers });
  return new Response(gzipped, { headers: { ...headers, "Content-Encoding": "gzip" } });
});
