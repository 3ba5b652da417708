import type { ReactNode } from "react";
import Link from "next/link";
import clsx from "clsx";
import { Day } from "@/components/ui/day";
import { Prose } from "@/components/ui/prose";
import type { BlogItem, NewsItem } from "@/lib/domain/writing/articles/schema";
import { Badge } from "@/components/ui/badge";
import { LinkButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

interface ArticleBodyProps {
  title: string;
  description: string;
  /** The line above the title: date and category. */
  kicker: ReactNode;
  byline: ReactNode;
  source: string;
  html: string | null;
  children?: ReactNode;
}

export function ArticleBody({ title, description, kicker, byline, source, html, children }: ArticleBodyProps) {
  return (
    <article>
      <header className="border-b border-line pb-6">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-muted">{kicker}</p>
        <h1 className="mt-3 text-35 md:text-47">{title}</h1>
        <p className="mt-3 text-17 text-muted md:text-21">{description}</p>
        <div className="mt-5">{byline}</div>
      </header>
      <Prose source={source} html={html} className="py-8" />
      {children}
    </article>
  );
}

export function BlogRow({ post }: { post: BlogItem }) {
  return (
    <article className="group relative border-t border-line py-7 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap gap-x-3 text-13 text-muted">
        <Day date={post.date} />
        {post.tags.map((tag) => (
          <span key={tag}>#{tag}</span>
        ))}
      </p>
      <h2 className="mt-1.5 text-27">
        <Link
          href={`/blog/${post.slug}`}
          prefetch={false}
          className="group-hover:text-brand after:absolute after:inset-0"
        >
          {post.title}
        </Link>
      </h2>
      <p className="mt-2 text-17 text-muted">{post.description}</p>
    </article>
  );
}

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
        <Day date={article.date} />
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

/** The feeds, or for editors where they write. */
export function ArticleLinks({ path, isEditor }: { path: "/blog" | "/news"; isEditor: boolean }) {
  if (isEditor)
    return (
      <LinkButton href={`${path}/new`} variant="primary">
        Write
      </LinkButton>
    );
  return (
    <p className="flex items-center gap-3 text-13 text-muted">
      <Icon name="rss" className="size-4" />
      <a href={`${path}/rss.xml`} className="touch-target hover:text-ink hover:underline">
        RSS
      </a>
      <a href={`${path}/atom.xml`} className="touch-target hover:text-ink hover:underline">
        Atom
      </a>
    </p>
  );
}
