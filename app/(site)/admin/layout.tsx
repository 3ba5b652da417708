import type { Metadata } from "next";
import type { ReactNode } from "react";
import { PageHeading } from "@/components/ui/section";
import { PathTabs } from "@/components/ui/path-tabs";

export const metadata: Metadata = { robots: { index: false } };

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

/** The layout only: each page checks that its viewer is an admin, and is a 404 for everybody else. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Administration" />
      <PathTabs label="Administration" tabs={TABS} />
      <div className="mt-6 flex flex-col gap-10">{children}</div>
    </>
  );
}
