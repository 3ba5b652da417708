import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AnnouncementBar } from "@/components/announcements/announcement-bar";
import { Shell } from "@/components/shell/shell";
import { currentSite } from "@/lib/domain/deployment/site/current";
import type { Viewer } from "@/lib/domain/accounts/users/viewer";
import { env } from "@/lib/infra/environment/env";

/** The site's URL, name and logo are known at run time, not at build time. */
export async function siteMetadata(): Promise<Metadata> {
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

interface SiteFrameProps {
  viewer: Viewer | null;
  rail?: ReactNode;
  /** Whether the site is currently read-only; undefined where it never is. */
  writesPaused?: boolean;
  children: ReactNode;
}

/** What surrounds every page, under the site's name. Without a rail, it needs no database. */
export async function SiteFrame({ viewer, rail, writesPaused, children }: SiteFrameProps) {
  return (
    <Shell
      viewer={viewer}
      site={await currentSite()}
      rail={rail}
      announcements={<Announcements viewer={viewer} />}
      writesPaused={writesPaused}
    >
      {children}
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
