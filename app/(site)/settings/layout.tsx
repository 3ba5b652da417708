import type { Metadata } from "next";
import type { ReactNode } from "react";
import { SettingsTabs } from "@/components/account/settings-tabs";
import { PageHeading } from "@/components/ui/page-heading";

export const metadata: Metadata = { robots: { index: false } };

export default function SettingsLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <PageHeading title="Settings" />
      <SettingsTabs />
      <div className="mt-8 flex flex-col gap-12">{children}</div>
    </>
  );
}
