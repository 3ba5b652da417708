import type { Metadata } from "next";
import { NewsForm } from "@/components/articles/article-form";
import { PageHeading } from "@/components/ui/section";
import { orNotFound } from "@/lib/auth/page-context";
import { requireEditorPage } from "@/lib/auth/require";
import { getNewsDraft, listNewsCategories } from "@/lib/domain/writing/articles/queries";

export const metadata: Metadata = { title: "Edit a news article" };

export default async function EditArticlePage({ params }: PageProps<"/news/[slug]/edit">) {
  const { slug } = await params;
  const ctx = await requireEditorPage(`/news/${slug}/edit`);
  const [article, categories] = await Promise.all([orNotFound(getNewsDraft(ctx, { slug })), listNewsCategories(ctx)]);
  return (
    <>
      <PageHeading title="Edit a news article" />
      <NewsForm slug={slug} article={article} categories={categories} />
    </>
  );
}
