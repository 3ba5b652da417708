import { Icon } from "@/components/ui/icon";
import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { readProfile } from "@/app/(site)/users/[handle]/read-profile";
import { BuildCard, BuildGrid } from "@/components/builds/build-grid";
import { EmptyTab } from "@/components/profile/empty-tab";
import { LinkButton } from "@/components/ui/button";
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
      <EmptyTab
        icon={<Icon name="blocks" />}
        title="No builds yet"
        action={
          own && (
            <LinkButton href="/builds/new" variant="primary">
              Publish a build
            </LinkButton>
          )
        }
      >
        {own ? "Publish something you made." : `${name}’s builds will show up here.`}
      </EmptyTab>
    );
  }
  return (
    <div className="p-4 md:p-6">
      <BuildGrid
        source={{ route: "GET /api/catalogue", input: { handle, limit: 18 } }}
        nextCursor={page.nextCursor}
        moreHref={page.nextCursor && `/users/${handle}/builds?cursor=${page.nextCursor}`}
      >
        {page.data.map((build) => (
          <BuildCard key={build.slug} build={build} />
        ))}
      </BuildGrid>
    </div>
  );
}
