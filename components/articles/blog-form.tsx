"use client";

import { Field, Input } from "@/components/ui/field";
import { listIn, textIn } from "@/components/ui/form-values";
import { call } from "@/lib/client/call";
import type { BlogDraft } from "@/lib/domain/articles/schema";
import { ArticleForm } from "./article-form";

export function BlogForm({ slug, post }: { slug?: string; post?: BlogDraft }) {
  return (
    <ArticleForm
      section="blog"
      slug={slug}
      article={post}
      save={(entries) => save(entries, slug)}
      remove={remove}
      action={slug ? "Save changes" : "Publish"}
    >
      <Field label="Tags" name="tags" hint="Separated by commas: engineering, postgres">
        <Input defaultValue={post?.tags.join(", ")} />
      </Field>
    </ArticleForm>
  );
}

function save(entries: FormData, slug?: string) {
  const draft = draftOf(entries);
  return slug ? call("PATCH /api/blog/{slug}", { ...draft, slug }) : call("POST /api/blog", draft);
}

const remove = (slug: string) => call("DELETE /api/blog/{slug}", { slug });

function draftOf(entries: FormData): BlogDraft {
  return {
    title: textIn(entries.get("title")),
    description: textIn(entries.get("description")),
    content: textIn(entries.get("content")),
    tags: listIn(entries.get("tags")),
  };
}
