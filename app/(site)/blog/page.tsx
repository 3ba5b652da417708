import type { Metadata } from "next";
import { pageAtCursor } from "@/app/(site)/query-parameters";
import { BlogRow, ArticleLinks } from "@/components/articles/article-parts";
import { NextPage } from "@/components/ui/load-more";
import { PageHeading } from "@/components/ui/section";
import { isEditor, replicaContext } from "@/lib/auth/page-context";
import { listBlog } from "@/lib/domain/writing/articles/queries";
import { currentSite } from "@/lib/domain/deployment/site/current";

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: "Blog",
    description: aboutBlog((await currentSite()).name),
    alternates: {
      canonical: "/blog",
      types: { "application/rss+xml": "/blog/rss.xml", "application/atom+xml": "/blog/atom.xml" },
    },
  };
}

export default async function BlogPage({ searchParams }: PageProps<"/blog">) {
  const { cursor } = await searchParams;
  const ctx = await replicaContext();
  const page = await pageAtCursor(cursor, (cursor) => listBlog(ctx, { limit: 20, cursor }));
  return (
    <>
      <PageHeading title="Blog" actions={<ArticleLinks path="/blog" isEditor={isEditor(ctx)} />}>
        {aboutBlog((await currentSite()).name)}
      </PageHeading>
      {page.data.map((post) => (
        <BlogRow key={post.slug} post={post} />
      ))}
      <NextPage of="/blog" cursor={page.nextCursor}>
        Older posts
      </NextPage>
    </>
  );
}

const aboutBlog = (site: string) => `How ${site} is made, by the people who make it.`;
