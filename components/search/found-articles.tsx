"use client";

import { type PagedList, Pages } from "@/components/paging/next-pages";
import { sheetStyle } from "@/components/posts/sheet-style";
import { Skeleton } from "@/components/ui/skeleton";
import type { FoundArticle } from "@/lib/domain/writing/articles/schema";
import { ArticleRow } from "./found-row";

export function FoundArticles(list: PagedList<FoundArticle>) {
  return (
    <div className={`${sheetStyle} divide-y divide-line`}>
      <Pages<FoundArticle> {...list} skeleton={<Skeleton className="m-4 h-16" />}>
        {(article) => <ArticleRow key={`${article.kind}/${article.slug}`} article={article} />}
      </Pages>
    </div>
  );
}
