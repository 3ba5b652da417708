"use client";

import { useRouter } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { SITE_NAME_LENGTH } from "@/lib/domain/branding/rules";

/** Names the site. */
export function BrandingForm({ name }: { name: string }) {
  const router = useRouter();

  async function submit(entries: FormData) {
    await call("PATCH /api/admin/site", { name: String(entries.get("name") ?? "") });
    toastStore.add({ text: "Saved. It’s everywhere within seconds.", tone: "good" });
    router.refresh();
  }

  return (
    <Form submit={submit} className="grid max-w-105 gap-3">
      <Field
        label="Name"
        name="name"
        hint="In the header, titles, e-mail, feeds and cards. Nobody else can use this name."
      >
        <Input required maxLength={SITE_NAME_LENGTH.max} defaultValue={name} autoComplete="off" />
      </Field>
      <FormError />
      <SubmitButton variant="quiet" className="justify-self-start">
        Save name
      </SubmitButton>
    </Form>
  );
}
