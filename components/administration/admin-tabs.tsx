"use client";

import { usePathname } from "next/navigation";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  { href: "/admin", label: "Overview" },
  { href: "/admin/people", label: "People" },
  { href: "/admin/apps", label: "Apps" },
  { href: "/admin/sign-ups", label: "Sign-ups" },
  { href: "/admin/invitations", label: "Invitations" },
  { href: "/admin/site", label: "Site" },
  { href: "/admin/announcements", label: "Announcements" },
  { href: "/admin/audit-log", label: "Audit log" },
];

export function AdminTabs() {
  const path = usePathname();
  const isCurrent = (href: string) => (href === "/admin" ? path === href : path.startsWith(href));
  return <LinkTabs label="Administration" tabs={TABS.map((tab) => ({ ...tab, current: isCurrent(tab.href) }))} />;
}
