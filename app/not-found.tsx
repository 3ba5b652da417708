import type { Metadata } from "next";
import { connection } from "next/server";
import { Missing } from "@/components/shell/missing";

export const metadata: Metadata = { title: "Not found" };

/** For addresses that lead nowhere at all. A page whose subject is gone keeps its frame, see (site)/not-found.tsx. */
export default async function NotFound() {
  // Made for each request: a page from the build has scripts without the nonce that the browser is told to ask for.
  await connection();
  return (
    <main>
      <Missing />
    </main>
  );
}
