import type { Metadata } from "next";
import { BlogForm } from "@/components/articles/article-form";
import { PageHeading } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireEditorPage } from "@/lib/auth/require";
import { getBlogDraft } from "@/lib/domain/writing/articles/queries";

export const metadata: Metadata = { title: "Edit a blog post" };

export default async function EditBlogPostPage({ params }: PageProps<"/blog/[slug]/edit">) {
  const { slug } = await params;
  const ctx = await requireEditorPage(`/blog/${slug}/edit`);
  const post = await orNotFound(getBlogDraft(ctx, { slug }));
  return (
    <>
      <PageHeading title="Edit a blog post" />
      <BlogForm slug={slug} post={post} />
    </>
  );
}
