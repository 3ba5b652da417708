"use client";

import { usePathname } from "next/navigation";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { href: "/settings/profile", label: "Profile" },
  { href: "/settings/account", label: "Account" },
  { href: "/settings/safety", label: "Safety" },
  { href: "/settings/developer", label: "Developer" },
  { href: "/settings/apps", label: "Apps" },
  { href: "/settings/security", label: "Security" },
  { href: "/settings/invitations", label: "Invitations" },
  { href: "/settings/moderation", label: "Decisions" },
];

export function SettingsTabs() {
  const path = usePathname();
  return <LinkTabs label="Settings" tabs={TABS.map((tab) => ({ ...tab, current: path.startsWith(tab.href) }))} />;
}
