"use client";

import { useSelectedLayoutSegment } from "next/navigation";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { segment: null, label: "Posts" },
  { segment: "media", label: "Media" },
  { segment: "builds", label: "Builds" },
  { segment: "followers", label: "Followers" },
  { segment: "following", label: "Following" },
] as const;

export function ProfileTabs({ handle }: { handle: string }) {
  const here = useSelectedLayoutSegment();
  return (
    <div className="border-b border-line px-1 *:-mb-px *:border-b-0 md:px-3">
      <LinkTabs label="Profile" tabs={TABS.map(({ segment, label }) => ({ href: `/users/${handle}${segment ? `/${segment}` : ""}`, label, current: here === segment }))} />
    </div>
  );
}
