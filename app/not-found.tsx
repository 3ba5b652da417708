import type { Metadata } from "next";
import { connection } from "next/server";
import { NotFoundPage } from "@/components/shell/not-found-page";

export const metadata: Metadata = { title: "Not found" };

/** The 404 page of unknown routes. A page whose subject is missing keeps its frame, see (site)/not-found.tsx. */
export default async function NotFound() {
  // Rendered per request: a prerendered page's scripts would lack the nonce that the security policy requires.
  await connection();
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
