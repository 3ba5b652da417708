"use client";

import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toastStore } from "@/components/ui/toast-store";
import { call, formFailure } from "@/lib/client/call";
import { ARTICLE_DESCRIPTION, ARTICLE_TITLE } from "@/lib/domain/articles/rules";
import { MarkdownField } from "./markdown-field";

interface ArticleFormProps {
  shelf: "blog" | "news";
  /** The article that is changed; without one, a new one is written. */
  slug?: string;
  article?: { title: string; description: string; content: string };
  /** What the form says, as the route takes it. */
  draftOf: (entries: FormData) => object;
  action: string;
  /** The fields that this shelf has beyond the common ones. */
  children: ReactNode;
}

/** Where editors write. */
export function ArticleForm({ shelf, slug, article, draftOf, action, children }: ArticleFormProps) {
  const router = useRouter();

  function leave(path: string, words: string) {
    toastStore.add({ text: words, tone: "good" });
    router.push(path);
    router.refresh();
  }

  async function submit(entries: FormData) {
    try {
      const saved = await call<{ slug: string }>(
        slug ? "PATCH" : "POST",
        slug ? `/api/${shelf}/${slug}` : `/api/${shelf}`,
        draftOf(entries),
      );
      const draft = shelf === "news" && !entries.has("published");
      leave(draft ? `/news/${saved.slug}/edit` : `/${shelf}/${saved.slug}`, draft ? "Kept as a draft." : "Published.");
    } catch (error) {
      return formFailure(error);
    }
  }

  async function remove() {
    await call("DELETE", `/api/${shelf}/${slug}`);
    leave(`/${shelf}`, "Removed.");
  }

  return (
    <Form submit={submit} className="flex flex-col gap-5">
      <Field label="Title" name="title">
        <Input defaultValue={article?.title} required maxLength={ARTICLE_TITLE.max} />
      </Field>
      <Field label="Description" name="description" hint="Stands below the title and in the lists.">
        <Textarea defaultValue={article?.description} required rows={2} maxLength={ARTICLE_DESCRIPTION.max} />
      </Field>
      {children}
      <MarkdownField label="Text" name="content" defaultValue={article?.content ?? ""} rows={22} />
      <FormError />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton>{action}</SubmitButton>
        {slug && (
          <ConfirmDialog
            title="Remove it?"
            action="Remove it"
            danger
            onConfirm={remove}
            trigger={
              <Button variant="bare" className="text-bad!">
                Remove
              </Button>
            }
          >
            It is gone from the {shelf} and its address. This cannot be undone.
          </ConfirmDialog>
        )}
      </div>
    </Form>
  );
}
