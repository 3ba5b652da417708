import type { MetadataRoute } from "next";

export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Pegboard",
    short_name: "Pegboard",
    description: "Post, build and drop the ball. A social platform with an API that developers like.",
    start_url: "/",
    display: "standalone",
    background_color: "#f9f6f1",
    theme_color: "#f9f6f1",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
      { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  };
}
