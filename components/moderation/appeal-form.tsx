"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { APPEAL_LENGTH } from "@/lib/domain/people/moderation/rules";

export function AppealForm({ decisionId, token }: { decisionId: string; token?: string }) {
  const [open, setOpen] = useState(token !== undefined);
  const [sent, setSent] = useState(false);
  const router = useRouter();
  if (sent) return <p role="status">Sent. A moderator will look at it, and you’ll be told what they decide.</p>;
  if (!open)
    return (
      <Button className="justify-self-start" onClick={() => setOpen(true)}>
        Appeal
      </Button>
    );

  async function submit(entries: FormData) {
    const content = String(entries.get("content"));
    await call("POST /api/account/appeals", token === undefined ? { decisionId, content } : { token, content });
    setSent(true);
    router.refresh();
  }

  return (
    <Form action="Send appeal" narrow submit={submit} className="grid gap-3">
      <Field
        label="Why is it wrong?"
        name="content"
        hint="You can appeal once. Another moderator reads it, where there is one."
      >
        <Textarea rows={3} required maxLength={APPEAL_LENGTH.max} />
      </Field>
    </Form>
  );
}
