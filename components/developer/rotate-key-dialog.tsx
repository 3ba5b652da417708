"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { call, formFailure } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { ShownOnce } from "./shown-once";

/** A new secret for a key. The old one works on for a while, so that programs can be changed one by one. */
export function RotateKeyDialog({ apiKey }: { apiKey: { id: string; name: string } }) {
  const router = useRouter();
  const [secret, setSecret] = useState<string>();

  async function submit(entries: FormData) {
    const graceSeconds = graceOf(entries);
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
      closesOutside={!secret}
      trigger={<Button size="small">Rotate</Button>}
    >
      {secret ? (
        <ShownOnce secret={secret} what="key" kept="We keep only a fingerprint, so it cannot be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <GraceChoice />
          <FormError />
          <SubmitButton>Rotate the key</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
