"use client";

import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { SITE_NAME_LENGTH } from "@/lib/domain/deployment/branding/rules";
import { Mark } from "@/components/shell/mark";
import { ImageChoice } from "@/components/account/image-choice";
import { useDone } from "@/components/shell/use-done";

export function BrandingForm({ name }: { name: string }) {
  const done = useDone();

  async function submit(entries: FormData) {
    await call("PATCH /api/admin/site", { name: String(entries.get("name") ?? "") });
    done("Saved. It’s everywhere within seconds.");
  }

  return (
    <Form action="Save name" look={{ variant: "quiet" }} narrow submit={submit} className="grid max-w-105 gap-3">
      <Field
        label="Name"
        name="name"
        hint="In the header, titles, e-mail, feeds and cards. Nobody else can use this name."
      >
        <Input required maxLength={SITE_NAME_LENGTH.max} defaultValue={name} autoComplete="off" />
      </Field>
    </Form>
  );
}

export function LogoChoice({ logo }: { logo: string | null }) {
  return (
    <ImageChoice
      label="Logo"
      choose={logo ? "Choose another" : "Choose a logo"}
      hint="Cropped to a square. PNG, JPEG, WebP or GIF, up to 5 MB."
      route="POST /api/admin/site/logo"
      changed="The logo was changed."
      removal={
        logo ? { remove: () => call("DELETE /api/admin/site/logo"), removed: "The default logo is back." } : null
      }
    >
      <Mark logo={logo} className="size-16!" />
    </ImageChoice>
  );
}
