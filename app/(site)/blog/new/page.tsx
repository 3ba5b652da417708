import type { Metadata } from "next";
import { BlogForm } from "@/components/articles/article-form";
import { PageHeading } from "@/components/ui/section";
import { requireEditorPage } from "@/lib/auth/require";

export const metadata: Metadata = { title: "Write for the blog" };

export default async function NewBlogPostPage() {
  await requireEditorPage("/blog/new");
  return (
    <>
      <PageHeading title="Write for the blog" />
      <BlogForm />
    </>
  );
}
