"use client";

import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { BlogDraft } from "@/lib/domain/articles/schema";
import { ArticleForm } from "./article-form";
import { textIn, wordsIn } from "./words-in";

export function BlogForm({ slug, post }: { slug?: string; post?: BlogDraft }) {
  return (
    <ArticleForm
      shelf="blog"
      slug={slug}
      article={post}
      draftOf={draftOf}
      action={slug ? "Save the changes" : "Publish"}
    >
      <Field label="Tags" name="tags" hint="With commas between: engineering, postgres">
        <Input defaultValue={post?.tags.join(", ")} />
      </Field>
    </ArticleForm>
  );
}

function draftOf(entries: FormData): BlogDraft {
  return {
    title: textIn(entries.get("title")),
    description: textIn(entries.get("description")),
    content: textIn(entries.get("content")),
    tags: wordsIn(entries.get("tags")),
  };
}
