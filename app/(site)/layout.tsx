import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { ChooseHandle } from "@/components/account/choose-handle";
import { RailSkeleton } from "@/components/rail/rail-skeleton";
import { Shell } from "@/components/shell/shell";
import { currentViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/infra/env";
import { Rail } from "./rail";

/** Where the addresses in the head begin is known when a page is made, not when the product is built. */
export function generateMetadata(): Metadata {
  return {
    metadataBase: new URL(env().siteUrl),
    openGraph: { siteName: "Pegboard", type: "website" },
    twitter: { card: "summary_large_image" },
  };
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const viewer = await currentViewer();
  const rail = (
    <Suspense fallback={<RailSkeleton />}>
      <Rail />
    </Suspense>
  );
  return (
    <Shell viewer={viewer} rail={rail}>
      {viewer && !viewer.handleChosen ? <ChooseHandle /> : children}
    </Shell>
  );
}
