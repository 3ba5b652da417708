import type { Metadata } from "next";
import { BuildForm } from "@/components/builds/build-form";
import { PageHeading } from "@/components/ui/section";
import { requireContext } from "@/lib/auth/require";
import { listCategoryCounts } from "@/lib/domain/writing/builds/queries";

export const metadata: Metadata = { title: "Publish a build" };

export default async function NewBuildPage() {
  const ctx = await requireContext("/builds/new");
  return (
    <>
      <PageHeading title="Publish a build">
        Something you made, for others to explore. It can be free, or cost coins that go to you.
      </PageHeading>
      <BuildForm categories={await listCategoryCounts(ctx)} />
    </>
  );
}
