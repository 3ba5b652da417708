import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { ChooseHandle } from "@/components/account/choose-handle";
import { VerifyEmailNote } from "@/components/account/email/verify-email-note";
import { Shell } from "@/components/shell/shell";
import { currentViewer } from "@/lib/auth/viewer";
import { env } from "@/lib/infra/env";
import { Rail, RailSkeleton } from "./rail";

/** The site's URL is known at run time, not at build time. */
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
      {viewer?.mustVerifyEmail && <VerifyEmailNote />}
      {viewer && !viewer.handleChosen ? <ChooseHandle /> : children}
    </Shell>
  );
}
