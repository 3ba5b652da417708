import type { Metadata } from "next";
import { NotFoundPage } from "@/components/shell/not-found-page";

export const metadata: Metadata = { title: "Not found", robots: { index: false } };

/**
 * The page for what is missing, in HTML and in the site's frame: our own server asks for it at the same address where
 * Next's own lacks one of them (lib/server/page-relay.ts), and sends it with the status 404.
 */
export default function MissingPage() {
  return <NotFoundPage />;
}
