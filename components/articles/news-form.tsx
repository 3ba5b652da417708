"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field, Input } from "@/components/ui/field";
import { textIn } from "@/components/ui/form-values";
import { call } from "@/lib/client/call";
import type { NewsDraft } from "@/lib/domain/articles/schema";
import { ArticleForm } from "./article-form";

interface NewsFormProps {
  slug?: string;
  article?: NewsDraft;
  /** Existing categories, as suggestions. */
  categories: readonly string[];
}

export function NewsForm({ slug, article, categories }: NewsFormProps) {
  return (
    <ArticleForm
      section="news"
      slug={slug}
      article={article}
      save={(entries) => save(entries, slug)}
      remove={remove}
      action="Save"
    >
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

function save(entries: FormData, slug?: string) {
  const draft = draftOf(entries);
  return slug ? call("PATCH /api/news/{slug}", { ...draft, slug }) : call("POST /api/news", draft);
}

const remove = (slug: string) => call("DELETE /api/news/{slug}", { slug });

function draftOf(entries: FormData): NewsDraft {
  const text = (name: string) => textIn(entries.get(name));
  return {
    title: text("title"),
    description: text("description"),
    content: text("content"),
    category: text("category"),
    featured: entries.has("featured"),
    source: { title: text("source.title"), url: text("source.url"), publisher: text("source.publisher") },
    published: entries.has("published"),
  };
}
