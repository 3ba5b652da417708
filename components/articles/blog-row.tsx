import Link from "next/link";
import type { BlogItem } from "@/lib/domain/articles/schema";
import { ArticleDate } from "./article-date";

export function BlogRow({ post }: { post: BlogItem }) {
  return (
    <article className="group relative border-t border-line py-7 first:border-t-0 first:pt-0">
      <p className="flex flex-wrap gap-x-3 text-13 text-muted">
        <ArticleDate date={post.date} />
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
