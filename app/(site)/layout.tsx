import { type ReactNode, Suspense } from "react";
import { SiteFrame, siteMetadata } from "@/app/site-frame";
import { ChooseHandle } from "@/components/account/choose-handle";
import { VerifyEmailNote } from "@/components/account/email/verify-email-note";
import { RailBoundary } from "@/components/rail/rail-boundary";
import { currentViewer, visitorContext } from "@/lib/auth/page-context";
import { Rail, RailSkeleton } from "./rail";

export const generateMetadata = siteMetadata;

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const [viewer, { replica }] = await Promise.all([currentViewer(), visitorContext()]);
  const rail = (
    <RailBoundary>
      <Suspense fallback={<RailSkeleton />}>
        <Rail />
      </Suspense>
    </RailBoundary>
  );
  return (
    <SiteFrame viewer={viewer} rail={rail} writesPaused={replica?.isPrimaryUnavailable}>
      {viewer?.mustVerifyEmail && <VerifyEmailNote />}
      {viewer && !viewer.handleChosen ? <ChooseHandle /> : children}
    </SiteFrame>
  );
}
