"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Input, Textarea } from "@/components/ui/field";
import { SecretDialog } from "@/components/ui/form-dialog";
import { call } from "@/lib/client/call";
import { APP_NAME_LENGTH } from "@/lib/domain/accounts/apps/rules";
import type { OwnApp } from "@/lib/domain/accounts/apps/schema";
import { HASHED, ShownOnce } from "./shown-once";

const REDIRECT_HINT =
  "Where people go back to, one a line, exactly as your app sends them. " +
  "For a program on people’s own machines, http://127.0.0.1/callback stands for every port.";
const SECRET_HINT =
  "Leave it out for an app in browsers or on people’s machines: everybody could read the secret there.";

export function AppDialog({ app }: { app?: OwnApp }) {
  async function issue(entries: FormData) {
    const fields = {
      name: String(entries.get("name")),
      website: String(entries.get("website")).trim() || null,
      redirectUris: String(entries.get("redirectUris")).split(/\s+/).filter(Boolean),
    };
    if (app) {
      await call("PATCH /api/developer/apps/{id}", { id: app.id, ...fields });
      return;
    }
    const confidential = entries.has("confidential");
    return (await call("POST /api/developer/apps", { ...fields, confidential })).secret ?? undefined;
  }

  return (
    <SecretDialog
      title={app ? `Change “${app.name}”` : "Register an app"}
      trigger={
        app
          ? { label: "Change", name: `Change “${app.name}”`, size: "small" }
          : { label: "Register an app", icon: "plus", variant: "primary" }
      }
      action={app ? "Save" : "Register"}
      issue={issue}
      issuedTitle="The secret of your app"
      show={(secret) => <ShownOnce secret={secret} what="secret" kept={HASHED} />}
    >
      <Field label="Name" name="name" hint="People see it when they are asked.">
        <Input required maxLength={APP_NAME_LENGTH} autoComplete="off" defaultValue={app?.name} />
      </Field>
      <Field label="Website" name="website" hint="Where people read more about it. Leave it empty if there is none.">
        <Input inputMode="url" placeholder="https://" autoComplete="off" verbatim defaultValue={app?.website ?? ""} />
      </Field>
      <Field label="Redirect URIs" name="redirectUris" hint={REDIRECT_HINT}>
        <Textarea
          required
          rows={3}
          autoComplete="off"
          verbatim
          className="font-mono text-13"
          defaultValue={app?.redirectUris.join("\n")}
        />
      </Field>
      {!app && <Checkbox name="confidential" label="It runs on my server, and can keep a secret" hint={SECRET_HINT} />}
    </SecretDialog>
  );
}

export function DeleteApp({ app }: { app: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Delete “${app.name}”?`}
      action="Delete app"
      danger
      onConfirm={() => call("DELETE /api/developer/apps/{id}", { id: app.id })}
      refreshes
      trigger={{ label: "Delete", size: "small", name: `Delete “${app.name}”` }}
    >
      It can act for nobody any more, at once. This can’t be undone.
    </ConfirmDialog>
  );
}

export function RotateAppSecret({ app: { id, name } }: { app: { id: string; name: string } }) {
  async function issue() {
    const { secret } = await call("POST /api/developer/apps/{id}/rotate-secret", { id });
    return secret ?? undefined;
  }

  return (
    <SecretDialog
      title={`Another secret for “${name}”?`}
      description="The old one stops working at once. What people allowed stays."
      trigger={{ label: "Another secret", size: "small", name: `Another secret for “${name}”` }}
      action="Make another"
      issue={issue}
      issuedTitle="The new secret"
      show={(secret) => <ShownOnce secret={secret} what="secret" kept={HASHED} />}
    />
  );
}
