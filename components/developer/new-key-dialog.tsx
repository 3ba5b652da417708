"use client";

import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { Select } from "@/components/ui/select";
import { call } from "@/lib/client/call";
import type { Scope } from "@/lib/domain/keys/scopes";
import { ScopeChoice } from "./scope-choice";
import { HASHED, ShownOnce } from "./shown-once";

const EXPIRIES = [
  { days: 30, label: "in 30 days" },
  { days: 90, label: "in 90 days" },
  { days: 365, label: "in a year" },
];

export function NewKeyDialog() {
  async function issue(entries: FormData) {
    const days = Number(entries.get("expiresInDays"));
    const { key } = await call("POST /api/developer/keys", {
      name: String(entries.get("name")),
      scopes: entries.getAll("scopes") as Scope[],
      expiresInDays: days || null,
      networks: String(entries.get("networks"))
        .split(/[\s,]+/)
        .filter(Boolean),
    });
    return key;
  }

  return (
    <SecretDialog
      title="Create a key"
      trigger={
        <Button variant="primary">
          <Icon name="plus" />
          Create a key
        </Button>
      }
      action="Create key"
      issue={issue}
      issuedTitle="Your new key"
      show={(key) => <ShownOnce secret={key} what="key" kept={HASHED} />}
    >
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
    </SecretDialog>
  );
}
