import type { Metadata } from "next";
import type { ReactNode } from "react";
import { AdminTabs } from "@/components/administration/admin-tabs";
import { PageHeading } from "@/components/ui/page-heading";

export const metadata: Metadata = { robots: { index: false } };

/** The layout only: each page checks that its viewer is an admin, and is a 404 for everybody else. */
export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Administration" />
      <AdminTabs />
      <div className="mt-6 flex flex-col gap-10">{children}</div>
    </>
  );
}
