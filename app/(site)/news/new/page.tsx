import type { Metadata } from "next";
import Link from "next/link";
import { NewsForm } from "@/components/articles/article-form";
import { PageHeading } from "@/components/ui/section";
import { requireEditorPage } from "@/lib/auth/require";
import { listNewsCategories, listNewsDrafts } from "@/lib/domain/writing/articles/queries";

export const metadata: Metadata = { title: "Write a news article" };

export default async function NewArticlePage() {
  const ctx = await requireEditorPage("/news/new");
  const [categories, drafts] = await Promise.all([listNewsCategories(ctx), listNewsDrafts(ctx)]);
  return (
    <>
      <PageHeading title="Write a news article" />
      {drafts.length > 0 && (
        <section aria-labelledby="drafts" className="mb-8 rounded-card border border-line bg-surface p-5">
          <h2 id="drafts" className="text-17">
            Drafts
          </h2>
          <ul className="mt-2 flex flex-col gap-1">
            {drafts.map(({ slug, title }) => (
              <li key={slug}>
                <Link href={`/news/${slug}/edit`} className="link">
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )}
      <NewsForm categories={categories} />
    </>
  );
}
