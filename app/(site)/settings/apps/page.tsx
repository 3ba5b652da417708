import type { Metadata } from "next";
import { GrantedAppRow } from "@/components/apps/granted-app-row";
import { EmptyNote, ListSection, Rows } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listGrantedApps } from "@/lib/domain/accounts/apps/queries";

export const metadata: Metadata = { title: "Apps" };

export default async function AppsPage() {
  const ctx = await requireContext("/settings/apps");
  const { data } = await listGrantedApps(ctx);
  return (
    <ListSection
      id="apps"
      title="Apps that act for you"
      about="What you have allowed each app to do. None can spend your coins. A new password ends them all."
    >
      <Rows of={data} empty={<EmptyNote icon="blocks" text="You haven’t allowed an app to act for you." />}>
        {(app) => <GrantedAppRow key={app.id} app={app} />}
      </Rows>
    </ListSection>
  );
}
