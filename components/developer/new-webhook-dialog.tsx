"use client";

import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { call, formFailure } from "@/lib/client/call";
import { EventChoice } from "./event-choice";
import { ShownOnce } from "./shown-once";

export function NewWebhookDialog() {
  const router = useRouter();
  const [secret, setSecret] = useState<string>();

  function change(open: boolean) {
    if (open || !secret) return;
    setSecret(undefined);
    router.refresh();
  }

  async function submit(entries: FormData) {
    const wanted = { url: entries.get("url"), description: entries.get("description"), events: entries.getAll("events") };
    try {
      setSecret((await call<{ secret: string }>("POST", "/api/webhooks", wanted)).secret);
    } catch (error) {
      return formFailure(error);
    }
  }

  return (
    <Dialog
      title={secret ? "Its signing secret" : "Add a webhook"}
      onOpenChange={change}
      trigger={<Button variant="primary"><Plus aria-hidden />Add a webhook</Button>}
    >
      {secret ? (
        <ShownOnce secret={secret} what="signing secret" kept="We keep it sealed and do not show it again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="Address" name="url" hint="An HTTPS address of yours that the internet can reach.">
            <Input required type="url" inputMode="url" placeholder="https://" autoComplete="off" spellCheck={false} />
          </Field>
          <Field label="Label" name="description" hint="For yourself: “production”, “chat bot”.">
            <Input autoComplete="off" />
          </Field>
          <EventChoice />
          <FormError />
          <SubmitButton>Add it</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
