import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { BuildGrid } from "@/components/builds/build-grid";
import { buildsHref, BuildFilters } from "@/components/builds/build-filters";
import { Wide, PageHeading } from "@/components/ui/section";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/button";
import { replicaContext } from "@/lib/auth/page-context";
import { listCatalogue, listCategoryCounts, listTechnologies } from "@/lib/domain/writing/builds/queries";

export const metadata: Metadata = {
  title: "Builds",
  description: "What people here have made: tools, games, hardware and more, to explore, discuss and take home.",
  alternates: { canonical: "/builds" },
};

export default async function BuildsPage({ searchParams }: PageProps<"/builds">) {
  const asked = await searchParams;
  const [category, technology] = [textParameter(asked.category), textParameter(asked.technology)];
  const ctx = await replicaContext();
  const [page, categories, technologies] = await Promise.all([
    pageAtCursor(asked.cursor, (cursor) => listCatalogue(ctx, { limit: 18, cursor, category, technology })),
    listCategoryCounts(ctx),
    listTechnologies(ctx, { limit: 14 }),
  ]);
  return (
    <Wide>
      <PageHeading
        title="Builds"
        actions={
          <LinkButton href="/builds/new" variant="primary">
            Publish a build
          </LinkButton>
        }
      >
        What people here have made. Explore it, discuss it, take it home.
      </PageHeading>
      <BuildFilters categories={categories} technologies={technologies} category={category} technology={technology} />
      {page.data.length === 0 ? (
        <EmptyState
          icon="blocks"
          title="Nothing here yet"
          action={
            <>
              <LinkButton href="/builds">See everything</LinkButton>
              <LinkButton href="/builds/new" variant="primary">
                Publish a build
              </LinkButton>
            </>
          }
        >
          Nobody has published a build here. You could be the first.
        </EmptyState>
      ) : (
        <BuildGrid
          source={{ route: "GET /api/catalogue", input: { category, technology, limit: 18 } }}
          first={page}
          href={buildsHref({ category, technology })}
        />
      )}
    </Wide>
  );
}
