import { Blocks } from "lucide-react";
import type { Metadata } from "next";
import { pageAsked, textAsked } from "@/app/(site)/asked";
import { BuildCard } from "@/components/builds/build-card";
import { Catalogue } from "@/components/builds/catalogue";
import { buildsHref, Shelves } from "@/components/builds/shelves";
import { Wide } from "@/components/shell/wide";
import { EmptyState } from "@/components/ui/empty-state";
import { LinkButton } from "@/components/ui/link-button";
import { PageHeading } from "@/components/ui/page-heading";
import { visitorContext } from "@/lib/auth/page-context";
import { listCatalogue, listShelves, listTechnologies } from "@/lib/domain/builds/catalogue";

export const metadata: Metadata = {
  title: "Builds",
  description:
    "What people here have made: tools, games, hardware and more, to look into, to talk about and to take along.",
  alternates: { canonical: "/builds" },
};

export default async function BuildsPage({ searchParams }: PageProps<"/builds">) {
  const asked = await searchParams;
  const [category, technology] = [textAsked(asked.category), textAsked(asked.technology)];
  const ctx = await visitorContext();
  const [page, shelves, technologies] = await Promise.all([
    pageAsked(asked.cursor, (cursor) => listCatalogue(ctx, { limit: 18, cursor, category, technology })),
    listShelves(ctx),
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
        What people here have made. Look into it, talk about it, take it along.
      </PageHeading>
      <Shelves shelves={shelves} technologies={technologies} category={category} technology={technology} />
      {page.data.length === 0 ? (
        <EmptyState
          icon={<Blocks />}
          title="An empty shelf"
          action={
            <>
              <LinkButton href="/builds">See everything</LinkButton>
              <LinkButton href="/builds/new" variant="primary">
                Publish a build
              </LinkButton>
            </>
          }
        >
          Nobody has hung anything here yet. You could be the first.
        </EmptyState>
      ) : (
        <Catalogue
          source={`/api/catalogue${buildsHref({ category, technology }).slice("/builds".length) || "?"}&limit=18`}
          nextCursor={page.nextCursor}
          moreHref={page.nextCursor && buildsHref({ category, technology, cursor: page.nextCursor })}
        >
          {page.data.map((build) => (
            <BuildCard key={build.slug} build={build} />
          ))}
        </Catalogue>
      )}
    </Wide>
  );
}
