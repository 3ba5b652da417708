import clsx from "clsx";
import Link from "next/link";
import { Badge } from "@/components/ui/badge";
import type { NewsItem } from "@/lib/domain/articles/schema";
import { ArticleDate } from "./article-date";

/** An article in the list; the featured one is large. */
export function NewsCard({ article, lead = false }: { article: NewsItem; lead?: boolean }) {
  return (
    <article
      className={clsx(
        "group relative",
        lead ? "mb-8 rounded-card border border-line pegs p-5 sm:p-6 md:p-8" : "border-t border-line py-5",
      )}
    >
      <p className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
        {lead && <Badge tone="brand">Featured</Badge>}
        <span className="font-medium text-brand capitalize">{article.category}</span>
        <ArticleDate date={article.date} />
      </p>
      <h2 className={clsx("mt-1.5", lead ? "text-27 sm:text-35" : "text-21")}>
        <Link
          href={`/news/${article.slug}`}
          prefetch={false}
          className="group-hover:text-brand after:absolute after:inset-0"
        >
          {article.title}
        </Link>
      </h2>
      <p className={clsx("mt-1.5 text-muted", lead && "text-17")}>{article.description}</p>
    </article>
  );
}
