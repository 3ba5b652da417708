"use client";

import { useRouter } from "next/navigation";
import { useRef } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";

const UNKNOWN_HANDLE = "Nobody has this handle.";

/** Blocks somebody whose profile the viewer may be unable to open, because they have blocked the viewer. */
export function BlockByHandle() {
  const router = useRouter();
  const field = useRef<HTMLInputElement>(null);

  async function block(entries: FormData) {
    const handle = String(entries.get("handle")).trim().replace(/^@/, "");
    try {
      await call("POST /api/users/{handle}/block", { handle });
    } catch (error) {
      if (error instanceof CallError && error.status === 404)
        return { message: UNKNOWN_HANDLE, fields: { handle: UNKNOWN_HANDLE } };
      throw error;
    }
    toastStore.add({ text: `You blocked @${handle}.`, tone: "good" });
    field.current?.form?.reset();
    router.refresh();
  }

  return (
    <Form submit={block} className="mb-4 flex flex-wrap items-start gap-x-3 gap-y-4">
      <Field label="Block somebody by handle" name="handle" className="min-w-[min(12.5rem,100%)] flex-[0_1_20rem]">
        <Input ref={field} required autoComplete="off" autoCapitalize="none" spellCheck={false} />
      </Field>
      <SubmitButton className="sm:mt-7.5">Block</SubmitButton>
      <FormError className="basis-full" />
    </Form>
  );
}
