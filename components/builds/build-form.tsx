"use client";

import { MarkdownField } from "@/components/articles/markdown-field";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { listIn, textIn } from "@/components/ui/form-values";
import { call } from "@/lib/client/call";
import { BUILD_DESCRIPTION, BUILD_TITLE, MAX_PRICE } from "@/lib/domain/writing/builds/rules";
import type { BuildDraft } from "@/lib/domain/writing/builds/schema";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDone } from "@/components/shell/use-done";

interface BuildFormProps {
  categories: readonly { slug: string; name: string }[];
  /** The build to edit; without one, a new one is published. */
  build?: BuildDraft & { slug: string };
}

export function BuildForm({ categories, build }: BuildFormProps) {
  const done = useDone();
  const initial = initialValues(build);

  async function submit(entries: FormData) {
    const { slug } = await save(draftOf(entries), build?.slug);
    done(build ? "Changes saved." : "Your build is on the wall.", `/builds/${slug}`);
  }

  return (
    <Form submit={submit} asksBeforeLeaving className="flex flex-col gap-5">
      <Field label="Name" name="title">
        <Input defaultValue={initial.title} required maxLength={BUILD_TITLE.max} />
      </Field>
      <Field label="Describe it in a sentence or two" name="description">
        <Textarea defaultValue={initial.description} required rows={2} maxLength={BUILD_DESCRIPTION.max} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="For" name="category">
          <Select defaultValue={initial.category} required options={categories.map(({ slug, name }) => [slug, name])}>
            <option value="" disabled>
              Choose a category
            </option>
          </Select>
        </Field>
        <Field label="Price in coins" name="price" hint="Leave it empty to give it away.">
          <Input type="number" inputMode="numeric" min={1} max={MAX_PRICE} step={1} defaultValue={initial.price} />
        </Field>
      </div>
      <Field label="Made with" name="technologies" hint="Separated by commas: Oak, Brass, TypeScript">
        <Input defaultValue={initial.technologies} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Source code" name="repoUrl">
          <Input type="url" placeholder="https://" defaultValue={initial.repoUrl} />
        </Field>
        <Field label="Live demo" name="demoUrl">
          <Input type="url" placeholder="https://" defaultValue={initial.demoUrl} />
        </Field>
      </div>
      <MarkdownField label="Readme" name="readme" defaultValue={initial.readme} />
      <FormError />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton>{build ? "Save changes" : "Publish the build"}</SubmitButton>
        {build && <RemoveBuild slug={build.slug} title={build.title} />}
      </div>
    </Form>
  );
}

const save = (draft: BuildDraft, slug: string | undefined) =>
  slug === undefined ? call("POST /api/builds", draft) : call("PATCH /api/builds/{slug}", { ...draft, slug });

function initialValues(build: BuildDraft | undefined) {
  const { category = "", technologies = [], price, repoUrl, demoUrl, readme = "", ...texts } = build ?? {};
  return {
    ...texts,
    category,
    technologies: technologies.join(", "),
    price: price ?? "",
    repoUrl: repoUrl ?? "",
    demoUrl: demoUrl ?? "",
    readme,
  };
}

function draftOf(entries: FormData): BuildDraft {
  const price = textIn(entries.get("price"));
  return {
    title: textIn(entries.get("title")),
    description: textIn(entries.get("description")),
    category: textIn(entries.get("category")),
    technologies: listIn(entries.get("technologies")),
    price: price === "" ? null : Number(price),
    repoUrl: textIn(entries.get("repoUrl")) || null,
    demoUrl: textIn(entries.get("demoUrl")) || null,
    readme: textIn(entries.get("readme")),
  };
}

function RemoveBuild({ slug, title }: { slug: string; title: string }) {
  const done = useDone();

  async function remove() {
    await call("DELETE /api/builds/{slug}", { slug });
    done(`“${title}” was removed.`, "/builds");
  }

  return (
    <ConfirmDialog
      title={`Remove “${title}”?`}
      action="Remove it"
      danger
      onConfirm={remove}
      trigger={{ label: "Remove it", variant: "bare", className: "text-bad!" }}
    >
      This also removes its likes and comments. Buyers keep the purchase in their history. It can’t be undone.
    </ConfirmDialog>
  );
}
