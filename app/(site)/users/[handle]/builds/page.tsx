import type { Metadata } from "next";
import { readTab } from "@/app/(site)/users/[handle]/read-profile";
import { BuildGrid } from "@/components/builds/build-grid";
import { EmptyState } from "@/components/ui/empty-state";
import { listCatalogue } from "@/lib/domain/writing/builds/queries";

export const metadata: Metadata = { title: "Builds" };

export default async function BuildsTab(props: PageProps<"/users/[handle]/builds">) {
  const tab = await readTab(props, (ctx, of) => listCatalogue(ctx, { ...of, limit: 18 }));
  if (!tab) return null;
  const { handle, name, page, isOwn } = tab;
  if (page.data.length === 0) {
    return (
      <EmptyState
        bare
        icon="blocks"
        title="No builds yet"
        next={isOwn && { href: "/builds/new", label: "Publish a build" }}
      >
        {isOwn ? "Publish something you made." : `${name}’s builds will show up here.`}
      </EmptyState>
    );
  }
  return (
    <div className="p-4 md:p-6">
      <BuildGrid
        source={{ route: "GET /api/catalogue", input: { handle, limit: 18 } }}
        first={page}
        href={`/users/${handle}/builds`}
      />
    </div>
  );
}
