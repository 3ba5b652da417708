import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/section";
import { PathTabs } from "@/components/ui/path-tabs";

export const metadata: Metadata = { robots: { index: false } };

const TABS = [
  { href: "/moderation", label: "Reports" },
  { href: "/moderation/appeals", label: "Appeals" },
  { href: "/moderation/requests", label: "Requests" },
];

/** The layout only: each page checks that its viewer is a moderator, and is a 404 for everybody else. */
export default function ModerationLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Moderation" />
      <PathTabs label="Moderation" tabs={TABS} />
      <div className="mt-5">{children}</div>
    </>
  );
}
