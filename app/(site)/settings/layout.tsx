import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/section";
import { PathTabs } from "@/components/ui/path-tabs";

export const metadata: Metadata = { robots: { index: false } };

const TABS = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/account", label: "Account" },
  { href: "/settings/notifications", label: "Notifications" },
  { href: "/settings/safety", label: "Safety" },
  { href: "/settings/developer", label: "Developer" },
  { href: "/settings/apps", label: "Apps" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/invitations", label: "Invitations" },
  { href: "/settings/moderation", label: "Decisions" },
];

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Settings" />
      <PathTabs label="Settings" tabs={TABS} />
      <div className="mt-8 flex flex-col gap-12">{children}</div>
    </>
  );
}
