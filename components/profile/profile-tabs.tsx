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

/** Closer together on a phone, so that all five fit. */
const ROW =
  "border-b border-line px-2 *:-mb-px *:border-b-0 max-sm:*:gap-0 max-sm:*:*:px-2 max-sm:*:*:after:inset-x-2 sm:px-1 md:px-3";

export function ProfileTabs({ handle }: { handle: string }) {
  const here = useSelectedLayoutSegment();
  return (
    <div className={ROW}>
      <LinkTabs
        label="Profile"
        tabs={TABS.map(({ segment, label }) => ({
          href: `/users/${handle}${segment ? `/${segment}` : ""}`,
          label,
          current: here === segment,
        }))}
      />
    </div>
  );
}
