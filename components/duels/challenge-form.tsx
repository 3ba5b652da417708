"use client";

import { useRouter } from "next/navigation";
import { unknownHandle } from "@/components/profile/unknown-handle";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";

export function ChallengeForm() {
  const router = useRouter();

  async function submit(entries: FormData) {
    const opponent = String(entries.get("opponent")).trim().replace(/^@/, "");
    try {
      const { id } = await call("POST /api/ranked", { game: "duel", opponent });
      router.push(`/ranked/${id}`);
    } catch (error) {
      return unknownHandle(error, "opponent");
    }
  }

  return (
    <Form action="Send the challenge" submit={submit} className="grid gap-4">
      <Field label="Who do you want to challenge?" name="opponent" hint="Their handle, as in @ada.">
        <Input required autoComplete="off" verbatim maxLength={64} />
      </Field>
    </Form>
  );
}
