import type { MetadataRoute } from "next";
import { AVATAR_SIDE_PX } from "@/lib/domain/writing/media/rules";
import { currentSite } from "@/lib/domain/deployment/site/current";

export const dynamic = "force-dynamic";

export default async function manifest(): Promise<MetadataRoute.Manifest> {
  const { name, logo } = await currentSite();
  return {
    name,
    short_name: name,
    description: "Post, build and drop the ball. A social platform with an API that developers like.",
    start_url: "/",
    display: "standalone",
    background_color: "#f9f6f1",
    theme_color: "#f9f6f1",
    icons: logo
      ? [{ src: logo, sizes: `${AVATAR_SIDE_PX}x${AVATAR_SIDE_PX}` }]
      : [
          { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
          { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
          { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
        ],
  };
}
