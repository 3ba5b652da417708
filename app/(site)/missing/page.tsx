import type { Metadata } from "next";
import { NotFoundPage } from "@/components/shell/not-found-page";

export const metadata: Metadata = { title: "Not found", robots: { index: false } };

/**
 * The page for what is missing, in HTML. Where a page calls `notFound()`, Next sends a document that only scripts fill;
 * our own server asks for this one then, at the same address, and sends it with the status 404.
 */
export default function MissingPage() {
  return <NotFoundPage />;
}
