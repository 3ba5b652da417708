"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { toastStore } from "@/components/ui/toast-store";
import { ARTICLE_DESCRIPTION, ARTICLE_TITLE } from "@/lib/domain/articles/rules";
import { MarkdownField } from "./markdown-field";

interface ArticleFormProps {
  section: "blog" | "news";
  /** The article to edit; without one, a new one is created. */
  slug?: string;
  article?: { title: string; description: string; content: string };
  save: (entries: FormData) => Promise<{ slug: string }>;
  remove: (slug: string) => Promise<void>;
  action: string;
  /** Additional fields. */
  children: ReactNode;
}

/** The form for blog posts and news articles. */
export function ArticleForm({ section, slug, article, save, remove, action, children }: ArticleFormProps) {
  const router = useRouter();

  function leave(path: string, text: string) {
    toastStore.add({ text, tone: "good" });
    router.push(path);
    router.refresh();
  }

  async function submit(entries: FormData) {
    const saved = await save(entries);
    const draft = section === "news" && !entries.has("published");
    leave(draft ? `/news/${saved.slug}/edit` : `/${section}/${saved.slug}`, draft ? "Saved as a draft." : "Published.");
  }

  async function confirmRemoval(removed: string) {
    await remove(removed);
    leave(`/${section}`, "Removed.");
  }

  return (
    <Form submit={submit} asksBeforeLeaving className="flex flex-col gap-5">
      <Field label="Title" name="title">
        <Input defaultValue={article?.title} required maxLength={ARTICLE_TITLE.max} />
      </Field>
      <Field label="Description" name="description" hint="Shown below the title and in lists.">
        <Textarea defaultValue={article?.description} required rows={2} maxLength={ARTICLE_DESCRIPTION.max} />
      </Field>
      {children}
      <MarkdownField label="Text" name="content" defaultValue={article?.content ?? ""} rows={22} />
      <FormError />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton>{action}</SubmitButton>
        {slug && (
          <ConfirmDialog
            title="Remove this article?"
            action="Remove it"
            danger
            onConfirm={() => confirmRemoval(slug)}
            trigger={{ label: "Remove", variant: "bare", className: "text-bad!" }}
          >
            This removes it from the {section}. It can’t be undone.
          </ConfirmDialog>
        )}
      </div>
    </Form>
  );
}
