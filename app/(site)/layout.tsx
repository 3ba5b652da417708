import type { Metadata } from "next";
import { type ReactNode, Suspense } from "react";
import { ChooseHandle } from "@/components/account/choose-handle";
import { VerifyEmailNote } from "@/components/account/email/verify-email-note";
import { RailBoundary } from "@/components/rail/rail-boundary";
import { Shell } from "@/components/shell/shell";
import { currentViewer, visitorContext } from "@/lib/auth/page-context";
import { currentSite } from "@/lib/domain/site/current";
import { env } from "@/lib/infra/environment/env";
import { AnnouncementBar } from "@/components/announcements/announcement-bar";
import type { Viewer } from "@/lib/domain/users/viewer";
import { Rail, RailSkeleton } from "./rail";

/** The site's URL, name and logo are known at run time, not at build time. */
export async function generateMetadata(): Promise<Metadata> {
  const { name, logo } = await currentSite();
  return {
    metadataBase: new URL(env().siteUrl),
    // `default` would go through the template of the root layout.
    title: { absolute: name, template: `%s · ${name}` },
    openGraph: { siteName: name, type: "website" },
    ...(logo && { icons: { icon: logo, apple: logo } }),
    twitter: { card: "summary_large_image" },
  };
}

export default async function SiteLayout({ children }: { children: ReactNode }) {
  const [viewer, site, { replica }] = await Promise.all([currentViewer(), currentSite(), visitorContext()]);
  const rail = (
    <RailBoundary>
      <Suspense fallback={<RailSkeleton />}>
        <Rail />
      </Suspense>
    </RailBoundary>
  );
  return (
    <Shell
      viewer={viewer}
      site={site}
      rail={rail}
      announcements={<Announcements viewer={viewer} />}
      writesPaused={replica?.isPrimaryUnavailable}
    >
      {viewer?.mustVerifyEmail && <VerifyEmailNote />}
      {viewer && !viewer.handleChosen ? <ChooseHandle /> : children}
    </Shell>
  );
}

/** Announcements, on top of every page. Only the browser knows which ones a visitor has dismissed. */
async function Announcements({ viewer }: { viewer: Viewer | null }) {
  const { announcements } = await currentSite();
  const shown = announcements.filter(
    ({ id, until }) =>
      !viewer?.dismissedAnnouncements.includes(id) && (until === null || Date.parse(until) > Date.now()),
  );
  return shown.map((announcement) => (
    <AnnouncementBar key={announcement.id} announcement={announcement} isMember={viewer !== null} />
  ));
}
