import type { Metadata } from "next";
import { connection } from "next/server";
import { NotFoundPage } from "@/components/shell/not-found-page";
import { currentSite } from "@/lib/domain/deployment/site/current";

export async function generateMetadata(): Promise<Metadata> {
  await connection();
  return { title: { absolute: `Not found · ${(await currentSite()).name}` } };
}

/** The 404 page of unknown routes on hosts without our own server, which sends (site)/missing instead. */
export default async function NotFound() {
  // Rendered per request: a prerendered page's scripts would lack the nonce that the security policy requires.
  await connection();
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
