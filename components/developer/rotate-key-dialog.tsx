"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { GraceChoice, graceOf } from "./grace-choice";
import { ShownOnce } from "./shown-once";

/** Rotates the secret of a key. The old one stays valid for a while, so that programs can be updated one by one. */
export function RotateKeyDialog({ apiKey }: { apiKey: { id: string; name: string } }) {
  const router = useRouter();
  const [secret, setSecret] = useState<string>();

  async function submit(entries: FormData) {
    const graceSeconds = graceOf(entries);
    setSecret((await call("POST /api/developer/keys/{id}/rotate", { id: apiKey.id, graceSeconds })).key);
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
      isShownOnce={Boolean(secret)}
      trigger={
        <Button size="small" aria-label={`Rotate “${apiKey.name}”`}>
          Rotate
        </Button>
      }
    >
      {secret ? (
        <ShownOnce secret={secret} what="key" kept="We only store a hash, so it can’t be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <GraceChoice />
          <FormError />
          <SubmitButton>Rotate key</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
