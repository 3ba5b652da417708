import type { MetadataRoute } from "next";
import { env } from "@/lib/infra/environment/env";

export const dynamic = "force-dynamic";

export default function robots(): MetadataRoute.Robots {
  return {
    rules: {
      userAgent: "*",
      allow: ["/", "/api/avatars/", "/api/media/", "/api/v1/openapi.json"],
      disallow: [
        "/api/",
        "/settings",
        "/notifications",
        "/bookmarks",
        "/search",
        "/login",
        "/register",
        "/forgot-password",
        "/reset-password",
        "/verify-email",
        "/undo-email-change",
        "/unsubscribe",
        "/moderation",
        "/admin",
        "/appeal",
      ],
    },
    sitemap: new URL("/sitemap.xml", env().siteUrl).href,
  };
}
