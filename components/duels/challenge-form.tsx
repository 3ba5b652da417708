"use client";

import { useRouter } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { call } from "@/lib/client/call";
import { formFailure } from "@/lib/client/call-error";

/** Challenges a person by handle, and opens the duel. */
export function ChallengeForm() {
  const router = useRouter();

  async function submit(entries: FormData) {
    const opponent = String(entries.get("opponent")).trim().replace(/^@/, "");
    try {
      const { id } = await call("POST /api/ranked", { game: "duel", opponent });
      router.push(`/ranked/${id}`);
    } catch (error) {
      const { message, fields } = formFailure(error);
      const isUnknown = message.startsWith("There is nothing");
      return isUnknown
        ? { message: "Nobody has that handle.", fields: { opponent: "Nobody has that handle." } }
        : { message, fields };
    }
  }

  return (
    <Form submit={submit} className="grid gap-4">
      <Field label="Who do you want to challenge?" name="opponent" hint="Their handle, as in @ada.">
        <Input required autoComplete="off" autoCapitalize="none" spellCheck={false} maxLength={64} />
      </Field>
      <FormError />
      <SubmitButton>Send the challenge</SubmitButton>
    </Form>
  );
}
