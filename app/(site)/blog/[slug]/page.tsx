import type { Metadata } from "next";
import Link from "next/link";
import { cache } from "react";
import { ArticleBody } from "@/components/articles/article-parts";
import { Avatar } from "@/components/ui/avatar";
import { LinkButton } from "@/components/ui/button";
import { Day } from "@/components/ui/day";
import { isEditor, orNotFound, replicaContext } from "@/lib/auth/page-context";
import { withoutBidiControls } from "@/lib/domain/kernel/text/characters";
import { getBlogPost, getArticleHtml, getBlogAuthor } from "@/lib/domain/writing/articles/queries";

const readPost = cache(async (slug: string) => orNotFound(getBlogPost(await replicaContext(), { slug })));

export async function generateMetadata({ params }: PageProps<"/blog/[slug]">): Promise<Metadata> {
  const { slug, date, ...post } = await readPost((await params).slug);
  const title = withoutBidiControls(post.title);
  const description = withoutBidiControls(post.description);
  return {
    title,
    description,
    alternates: { canonical: `/blog/${slug}` },
    openGraph: { type: "article", title, description, publishedTime: date },
  };
}

export default async function BlogPostPage({ params }: PageProps<"/blog/[slug]">) {
  const { slug } = await params;
  const ctx = await replicaContext();
  const [post, author, html] = await Promise.all([
    readPost(slug),
    orNotFound(getBlogAuthor(ctx, { slug })),
    orNotFound(getArticleHtml(ctx, "BlogPost", { slug })),
  ]);
  return (
    <ArticleBody
      title={post.title}
      description={post.description}
      kicker={
        <>
          <Link href="/blog" className="font-medium text-brand hover:underline">
            Blog
          </Link>
          <Day date={post.date} />
          {post.tags.map((tag) => (
            <span key={tag}>#{tag}</span>
          ))}
        </>
      }
      byline={
        <div className="flex items-center gap-3">
          {author && (
            <Link href={`/users/${author.handle}`} className="flex items-center gap-3 hover:underline">
              <Avatar src={author.image} name={author.name} size={32} />
              <span className="font-semibold">{author.name}</span>
            </Link>
          )}
          {isEditor(ctx) && (
            <LinkButton href={`/blog/${slug}/edit`} size="small" className="ml-auto">
              Edit
            </LinkButton>
          )}
        </div>
      }
      source={post.content}
      html={html}
    />
  );
}
