"use client";

import type { ReactNode } from "react";
import { MarkdownField } from "./markdown-field";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Checkbox } from "@/components/ui/checkbox";
import { listIn, textIn } from "@/components/ui/form-values";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";
import { ARTICLE_DESCRIPTION, ARTICLE_TITLE } from "@/lib/domain/writing/articles/rules";
import type { BlogDraft, NewsDraft } from "@/lib/domain/writing/articles/schema";

export function BlogForm({ slug, post }: { slug?: string; post?: BlogDraft }) {
  return (
    <ArticleForm
      section="blog"
      slug={slug}
      article={post}
      save={(entries) => saveBlog(entries, slug)}
      action={slug ? "Save changes" : "Publish"}
    >
      <Field label="Tags" name="tags" hint="Separated by commas: engineering, postgres">
        <Input defaultValue={post?.tags.join(", ")} />
      </Field>
    </ArticleForm>
  );
}

function saveBlog(entries: FormData, slug?: string) {
  const draft = { ...textsOf(entries), tags: listIn(entries.get("tags")) };
  return slug ? call("PATCH /api/blog/{slug}", { ...draft, slug }) : call("POST /api/blog", draft);
}

interface NewsFormProps {
  slug?: string;
  article?: NewsDraft;
  /** Existing categories, as suggestions. */
  categories: readonly string[];
}

export function NewsForm({ slug, article, categories }: NewsFormProps) {
  return (
    <ArticleForm section="news" slug={slug} article={article} save={(entries) => saveNews(entries, slug)} action="Save">
      <Field label="Category" name="category">
        <Input defaultValue={article?.category} required list="categories" />
      </Field>
      <datalist id="categories">
        {categories.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <fieldset className="grid gap-5 rounded-card border border-line p-4 sm:grid-cols-2">
        <legend className="px-1 font-medium">Source</legend>
        <Field label="Its title" name="source.title">
          <Input defaultValue={article?.source.title} required />
        </Field>
        <Field label="Publisher" name="source.publisher">
          <Input defaultValue={article?.source.publisher} required />
        </Field>
        <Field label="Address" name="source.url" className="sm:col-span-2">
          <Input type="url" placeholder="https://" defaultValue={article?.source.url} required />
        </Field>
      </fieldset>
      <Checkbox
        name="featured"
        label="Feature it"
        hint="The newest featured article is shown large at the top of the news."
        defaultChecked={article?.featured}
      />
      <Checkbox
        name="published"
        label="Published"
        hint="Otherwise only editors can see it."
        defaultChecked={article?.published ?? true}
      />
    </ArticleForm>
  );
}

function saveNews(entries: FormData, slug?: string) {
  const draft = draftOf(entries);
  return slug ? call("PATCH /api/news/{slug}", { ...draft, slug }) : call("POST /api/news", draft);
}

function draftOf(entries: FormData): NewsDraft {
  const text = (name: string) => textIn(entries.get(name));
  return {
    ...textsOf(entries),
    category: text("category"),
    featured: entries.has("featured"),
    source: { title: text("source.title"), url: text("source.url"), publisher: text("source.publisher") },
    published: entries.has("published"),
  };
}

interface ArticleFormProps {
  section: "blog" | "news";
  /** The article to edit; without one, a new one is created. */
  slug?: string;
  article?: { title: string; description: string; content: string };
  save: (entries: FormData) => Promise<{ slug: string }>;
  action: string;
  children: ReactNode;
}

function ArticleForm({ section, slug, article, save, action, children }: ArticleFormProps) {
  const done = useDone();

  async function submit(entries: FormData) {
    const saved = await save(entries);
    const draft = section === "news" && !entries.has("published");
    if (draft) done("Saved as a draft.", `/news/${saved.slug}/edit`);
    else done("Published.", `/${section}/${saved.slug}`);
  }

  async function remove(removed: string) {
    await call(`DELETE /api/${section}/{slug}`, { slug: removed });
    done("Removed.", `/${section}`);
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
            onConfirm={() => remove(slug)}
            trigger={{ label: "Remove", variant: "bare", className: "text-bad!" }}
          >
            This removes it from the {section}. It can’t be undone.
          </ConfirmDialog>
        )}
      </div>
    </Form>
  );
}

const textsOf = (entries: FormData) => ({
  title: textIn(entries.get("title")),
  description: textIn(entries.get("description")),
  content: textIn(entries.get("content")),
});
