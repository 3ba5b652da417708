"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, useFieldError, Input, Select } from "@/components/ui/field";
import { SecretDialog } from "@/components/ui/form-dialog";
import { call } from "@/lib/client/call";
import { type Scope, SCOPE_NAMES, SCOPES } from "@/lib/domain/accounts/keys/scopes";
import { GraceChoice, graceOf, HASHED, ShownOnce } from "./shown-once";

const EXPIRIES = { 30: "in 30 days", 90: "in 90 days", 365: "in a year" };

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
      trigger={{ label: "Create a key", icon: "plus", variant: "primary" }}
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
        <Select defaultValue="90" options={[...Object.entries(EXPIRIES), ["0", "never"]]} />
      </Field>
      <Field
        label="Only from these networks"
        name="networks"
        hint="Such as 203.0.113.7 or 2001:db8::/64, with spaces between. Leave it empty for everywhere."
      >
        <Input autoComplete="off" verbatim />
      </Field>
    </SecretDialog>
  );
}

const PRESETS = { "Read only": SCOPE_NAMES.filter((scope) => scope.startsWith("read:")), All: SCOPE_NAMES, None: [] };

function ScopeChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<Scope>>(new Set());
  const error = useFieldError("scopes");

  function toggle(scope: Scope) {
    const next = new Set(chosen);
    if (!next.delete(scope)) next.add(scope);
    setChosen(next);
  }

  return (
    <fieldset aria-describedby={error && "scopes-error"} className="min-w-0">
      <legend className="mb-2 font-medium">Scopes</legend>
      <div className="mb-3 flex gap-2">
        {Object.entries(PRESETS).map(([label, scopes]) => (
          <Button key={label} size="small" onClick={() => setChosen(new Set(scopes))}>
            {label}
          </Button>
        ))}
      </div>
      <div className="grid max-h-64 gap-2.5 overflow-y-auto rounded-control border border-line p-3.5">
        {SCOPE_NAMES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            checked={chosen.has(scope)}
            onChange={() => toggle(scope)}
            aria-invalid={error && scope === SCOPE_NAMES[0] ? true : undefined}
            label={<code className="font-mono text-13">{scope}</code>}
            hint={SCOPES[scope]}
          />
        ))}
      </div>
      {error && (
        <p id="scopes-error" className="mt-1.5 text-13 font-medium text-bad">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** Rotates the secret of a key. The old one stays valid for a while, so that programs can be updated one by one. */
export function RotateKeyDialog({ apiKey: { id, name } }: { apiKey: { id: string; name: string } }) {
  return (
    <SecretDialog
      title={`Rotate “${name}”`}
      description="The key keeps its name, scopes and history, and gets a new secret."
      trigger={{ label: "Rotate", size: "small", name: `Rotate “${name}”` }}
      action="Rotate key"
      issue={(entries) => call("POST /api/developer/keys/{id}/rotate", { id, graceSeconds: graceOf(entries) })}
      issuedTitle="The new secret"
      show={({ key }) => <ShownOnce secret={key} what="key" kept={HASHED} />}
    >
      <GraceChoice />
    </SecretDialog>
  );
}

export function RevokeKey({ apiKey }: { apiKey: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Revoke “${apiKey.name}”?`}
      action="Revoke key"
      danger
      onConfirm={() => call("DELETE /api/developer/keys/{id}", { id: apiKey.id })}
      refreshes
      trigger={{ label: "Revoke", size: "small", name: `Revoke “${apiKey.name}”` }}
    >
      Programs that use it stop working immediately. This can’t be undone.
    </ConfirmDialog>
  );
}
