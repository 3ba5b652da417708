"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { call, formFailure } from "@/lib/client/call";
import { ShownOnce } from "./shown-once";

const GRACES = [
  { seconds: 0, words: "at once" },
  { seconds: 3_600, words: "in an hour" },
  { seconds: 86_400, words: "in a day" },
  { seconds: 604_800, words: "in a week" },
];

/** A new secret for a key. The old one works on for a while, so that programs can be changed one by one. */
export function RotateKeyDialog({ apiKey }: { apiKey: { id: string; name: string } }) {
  const router = useRouter();
  const [secret, setSecret] = useState<string>();

  async function submit(entries: FormData) {
    const graceSeconds = Number(entries.get("graceSeconds"));
    try {
      setSecret((await call<{ key: string }>("POST", `/api/developer/keys/${apiKey.id}/rotate`, { graceSeconds })).key);
    } catch (error) {
      return formFailure(error);
    }
  }

  function change(open: boolean) {
    if (open || !secret) return;
    setSecret(undefined);
    router.refresh();
  }

  return (
    <Dialog
      title={secret ? "The new secret" : `Rotate “${apiKey.name}”`}
      description={secret ? undefined : "The key keeps its name, scopes and history, and gets a new secret."}
      onOpenChange={change}
      trigger={<Button size="small">Rotate</Button>}
    >
      {secret ? (
        <ShownOnce secret={secret} what="key" kept="We keep only a fingerprint, so it cannot be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="The old secret ends" name="graceSeconds">
            <Select defaultValue="86400">
              {GRACES.map(({ seconds, words }) => <option key={seconds} value={seconds}>{words}</option>)}
            </Select>
          </Field>
          <FormError />
          <SubmitButton>Rotate the key</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
