import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";
import { BuildGrid } from "@/components/builds/build-grid";
import { EmptyState } from "@/components/ui/empty-state";
import { replicaContext } from "@/lib/auth/page-context";
import { listCatalogue } from "@/lib/domain/builds/queries";

export const metadata: Metadata = { title: "Builds" };

export default async function BuildsTab({ params, searchParams }: PageProps<"/users/[handle]/builds">) {
  const profile = await readProfile((await params).handle);
  if (!profile) return null;
  const { id, handle, name } = profile;
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listCatalogue(ctx, { handle, limit: 18, cursor }));
  if (page.data.length === 0) {
    const own = ctx.actor?.id === id;
    return (
      <EmptyState
        bare
        icon="blocks"
        title="No builds yet"
        next={own && { href: "/builds/new", label: "Publish a build" }}
      >
        {own ? "Publish something you made." : `${name}’s builds will show up here.`}
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
