"use client";

import { DraftImageList } from "@/components/media/draft-image-list";
import { FileChoice } from "@/components/media/file-choice";
import { type DraftImages, useImages } from "@/components/media/use-images";
import { buttonStyle } from "@/components/ui/button-style";
import { Icon } from "@/components/ui/icon";
import { MarkdownField } from "@/components/articles/markdown-field";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { listIn, textIn } from "@/components/ui/form-values";
import { call } from "@/lib/client/call";
import { BUILD_DESCRIPTION, BUILD_TITLE, MAX_PRICE, MAX_SCREENSHOTS } from "@/lib/domain/writing/builds/rules";
import type { BuildDraft, BuildPage } from "@/lib/domain/writing/builds/schema";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { useDone } from "@/components/shell/use-done";

interface BuildFormProps {
  categories: readonly { slug: string; name: string }[];
  /** The build to edit; without one, a new one is published. */
  build?: BuildPage;
}

export function BuildForm({ categories, build }: BuildFormProps) {
  const done = useDone();
  const initial = initialValues(build);
  const cover = useImages({ noun: "A cover", max: 1, attached: build?.cover ? [build.cover] : [] });
  const shots = useImages({ noun: "A build", max: MAX_SCREENSHOTS, attached: build?.screenshots });

  async function submit(entries: FormData) {
    const [covers, screenshots] = await Promise.all([cover.collect(), shots.collect()]);
    if (!covers || !screenshots) return { message: "A picture didn’t upload. Retry or remove it." };
    const { slug } = await save({ ...draftOf(entries), cover: covers[0] ?? null, screenshots }, build?.slug);
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
      <ImagesField label="Cover" hint="One picture, shown on the wall." noun="cover" images={cover} max={1} />
      <ImagesField
        label="Screenshots"
        hint={`Up to ${MAX_SCREENSHOTS}, in this order.`}
        noun="screenshot"
        images={shots}
        max={MAX_SCREENSHOTS}
      />
      <MarkdownField label="Readme" name="readme" defaultValue={initial.readme} takesImages />
      <FormError />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <SubmitButton>{build ? "Save changes" : "Publish the build"}</SubmitButton>
        {build && <RemoveBuild slug={build.slug} title={build.title} />}
      </div>
    </Form>
  );
}

interface ImagesFieldProps {
  label: string;
  hint: string;
  noun: string;
  images: DraftImages;
  max: number;
}

function ImagesField({ label, hint, noun, images, max }: ImagesFieldProps) {
  const isFull = images.list.length >= max;
  return (
    <div role="group" aria-label={label}>
      <p className="font-medium">{label}</p>
      <DraftImageList images={images} label={label} noun={noun} />
      {!isFull && (
        <FileChoice multiple={max > 1} onFiles={images.add} className={`mt-2 ${buttonStyle({ size: "small" })}`}>
          <Icon name="image-plus" className="size-4" />
          {max > 1 ? `Add ${noun}s` : `Add a ${noun}`}
        </FileChoice>
      )}
      <p className="mt-1.5 text-13 text-muted">{hint}</p>
    </div>
  );
}

const save = (draft: BuildDraft, slug: string | undefined) =>
  slug === undefined ? call("POST /api/builds", draft) : call("PATCH /api/builds/{slug}", { ...draft, slug });

function initialValues(build: BuildPage | undefined) {
  const { title, description, category, technologies = [], price, repoUrl, demoUrl, readme = "" } = build ?? {};
  return {
    title,
    description,
    category: category?.slug ?? "",
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
