"use client";

import { Icon } from "@/components/ui/icon";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/client/call";
import type { Scope } from "@/lib/domain/keys/scopes";
import { ScopeChoice } from "./scope-choice";
import { ShownOnce } from "./shown-once";

const EXPIRIES = [
  { days: 30, label: "in 30 days" },
  { days: 90, label: "in 90 days" },
  { days: 365, label: "in a year" },
];

export function NewKeyDialog() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();

  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    if (secret) router.refresh();
    setSecret(undefined);
  }

  async function submit(entries: FormData) {
    const days = Number(entries.get("expiresInDays"));
    const wanted = {
      name: String(entries.get("name")),
      scopes: entries.getAll("scopes") as Scope[],
      expiresInDays: days || null,
      networks: String(entries.get("networks"))
        .split(/[\s,]+/)
        .filter(Boolean),
    };
    setSecret((await call("POST /api/developer/keys", wanted)).key);
  }

  return (
    <Dialog
      title={secret ? "Your new key" : "Create a key"}
      open={open}
      onOpenChange={change}
      isShownOnce={Boolean(secret)}
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Create a key
        </Button>
      }
    >
      {secret ? (
        <ShownOnce secret={secret} what="key" kept="We only store a hash, so it can’t be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="Name" name="name" hint="What you’ll use it for: “backup script”, “my phone”.">
            <Input required maxLength={60} autoComplete="off" />
          </Field>
          <ScopeChoice />
          <Field label="Expires" name="expiresInDays">
            <Select defaultValue="90">
              {EXPIRIES.map(({ days, label }) => (
                <option key={days} value={days}>
                  {label}
                </option>
              ))}
              <option value="0">never</option>
            </Select>
          </Field>
          <Field
            label="Only from these networks"
            name="networks"
            hint="Such as 203.0.113.7 or 2001:db8::/64, with spaces between. Leave it empty for everywhere."
          >
            <Input autoComplete="off" autoCapitalize="none" spellCheck={false} />
          </Field>
          <FormError />
          <SubmitButton>Create key</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
