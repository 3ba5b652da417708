import { Icon } from "@/components/ui/icon";
import type { Metadata } from "next";
import Link from "next/link";
import { cache } from "react";
import { ArticleBody } from "@/components/articles/article-parts";
import { LinkButton } from "@/components/ui/button";
import { Day } from "@/components/ui/day";
import { isEditor, orNotFound, replicaContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { getArticleHtml, getNewsArticle } from "@/lib/domain/writing/articles/queries";

const readArticle = cache(async (slug: string) => orNotFound(getNewsArticle(await replicaContext(), { slug })));

export async function generateMetadata({ params }: PageProps<"/news/[slug]">): Promise<Metadata> {
  const { slug, date, category, ...article } = await readArticle((await params).slug);
  const title = withoutBidiControls(article.title);
  const description = withoutBidiControls(article.description);
  return {
    title,
    description,
    alternates: { canonical: `/news/${slug}` },
    openGraph: { type: "article", title, description, publishedTime: date, section: category },
  };
}

export default async function NewsArticlePage({ params }: PageProps<"/news/[slug]">) {
  const { slug } = await params;
  const ctx = await replicaContext();
  const [article, html] = await Promise.all([
    readArticle(slug),
    orNotFound(getArticleHtml(ctx, "NewsArticle", { slug })),
  ]);
  const { source } = article;
  return (
    <ArticleBody
      title={article.title}
      description={article.description}
      kicker={
        <>
          <Link href="/news" className="font-medium text-brand hover:underline">
            News
          </Link>
          <Link href={`/news?category=${encodeURIComponent(article.category)}`} className="capitalize hover:underline">
            {article.category}
          </Link>
          <Day date={article.date} />
        </>
      }
      byline={
        <div className="flex items-center gap-3 text-muted">
          <p>
            After{" "}
            <a href={source.url} rel="noopener" target="_blank" className="link">
              {source.title}
            </a>
            , {source.publisher}
          </p>
          {isEditor(ctx) && (
            <LinkButton href={`/news/${slug}/edit`} size="small" className="ml-auto">
              Edit
            </LinkButton>
          )}
        </div>
      }
      source={article.content}
      html={html}
    >
      <a
        href={source.url}
        rel="noopener"
        target="_blank"
        className="group flex items-center justify-between gap-4 rounded-card border border-line bg-surface p-5 transition-colors hover:border-edge"
      >
        <span>
          <span className="block text-13 text-muted">Source: {source.publisher}</span>
          <span className="font-display text-17 font-semibold group-hover:text-brand">{source.title}</span>
        </span>
        <Icon name="external-link" className="size-5 shrink-0 text-muted" />
      </a>
    </ArticleBody>
  );
}
