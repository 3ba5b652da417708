"use client";

import { useState } from "react";
import { MarkdownField } from "@/components/articles/markdown-field";
import { Form } from "@/components/ui/form";
import { useDone } from "@/components/shell/use-done";
import { call } from "@/lib/client/call";
import { POLICIES } from "@/lib/domain/deployment/policies/rules";
import type { PolicyDraft } from "@/lib/domain/deployment/policies/schema";

/** Saves the next version of a policy; an empty text removes its page. */
export function PolicyForm({ policy: { name, content, version: first } }: { policy: PolicyDraft }) {
  const done = useDone();
  const [version, setVersion] = useState(first);

  async function submit(entries: FormData) {
    const text = String(entries.get("content") ?? "");
    const written = await call("PUT /api/admin/site/policies/{slug}", { slug: name, content: text, version });
    setVersion(written.version);
    done(written.content === "" ? "The page was removed." : `Version ${written.version} is in force.`);
  }

  return (
    <Form action="Save" narrow submit={submit} asksBeforeLeaving className="grid gap-5">
      <MarkdownField label={`${POLICIES[name].title} in Markdown`} name="content" defaultValue={content} rows={20} />
      <p className="text-13 text-muted">
        Saving creates a new version; earlier ones stay readable. An empty text removes the page.
      </p>
    </Form>
  );
}
