import type { Metadata } from "next";
import { pageAtCursor, textParameter } from "@/app/(site)/query-parameters";
import { ArticleLinks, NewsCard } from "@/components/articles/article-parts";
import { EmptyState } from "@/components/ui/empty-state";
import { hrefWith } from "@/components/ui/href";
import { LinkButton } from "@/components/ui/button";
import { LinkTabs } from "@/components/ui/link-tabs";
import { NextPage } from "@/components/ui/load-more";
import { PageHeading } from "@/components/ui/section";
import { isEditor, replicaContext } from "@/lib/auth/page-context";
import { findFeatured, listNewsCategories, listNews } from "@/lib/domain/writing/articles/queries";

export const metadata: Metadata = {
  title: "News",
  description: "Small workshops, big ideas: what we read elsewhere and think you should know.",
  alternates: {
    canonical: "/news",
    types: { "application/rss+xml": "/news/rss.xml", "application/atom+xml": "/news/atom.xml" },
  },
};

export default async function NewsPage({ searchParams }: PageProps<"/news">) {
  const { category: asked, cursor } = await searchParams;
  const category = textParameter(asked);
  const ctx = await replicaContext();
  const [page, categories, featured] = await Promise.all([
    pageAtCursor(cursor, (cursor) => listNews(ctx, { limit: 20, cursor, category })),
    listNewsCategories(ctx),
    category || cursor ? null : findFeatured(ctx),
  ]);
  return (
    <>
      <PageHeading title="News" actions={<ArticleLinks path="/news" isEditor={isEditor(ctx)} />}>
        Small workshops, big ideas: what we read elsewhere and think you should know.
      </PageHeading>
      {featured && <NewsCard article={featured} lead />}
      <LinkTabs
        label="Categories"
        tabs={[undefined, ...categories].map((name) => ({
          href: hrefWith("/news", { category: name }),
          label: <span className="capitalize">{name ?? "Everything"}</span>,
          current: name === category,
        }))}
      />
      <div className="*:first:border-t-0">
        {page.data
          .filter(({ slug }) => slug !== featured?.slug)
          .map((article) => (
            <NewsCard key={article.slug} article={article} />
          ))}
      </div>
      {page.data.length === 0 && (
        <div className="pt-6">
          <EmptyState title="Nothing here" action={<LinkButton href="/news">All news</LinkButton>}>
            There’s no news in this category yet.
          </EmptyState>
        </div>
      )}
      <NextPage of={hrefWith("/news", { category })} cursor={page.nextCursor}>
        Older news
      </NextPage>
    </>
  );
}
