import type { ReactNode } from "react";
import { Prose } from "@/components/ui/prose";

interface ArticleBodyProps {
  title: string;
  description: string;
  /** The line above the title: date and category. */
  kicker: ReactNode;
  /** The author or the source. */
  byline: ReactNode;
  source: string;
  html: string | null;
  children?: ReactNode;
}

/** A blog post or news article. */
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
