"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { call } from "@/lib/client/call";
import { formFailure } from "@/components/ui/form-failure";
import { APP_NAME_LENGTH } from "@/lib/domain/apps/rules";
import type { OwnApp } from "@/lib/domain/apps/schema";
import { ShownOnce } from "./shown-once";

const REDIRECT_HINT =
  "Where people go back to, one a line, exactly as your app sends them. " +
  "For a program on people’s own machines, http://127.0.0.1/callback stands for every port.";
const SECRET_HINT =
  "Leave it out for an app in browsers or on people’s machines: everybody could read the secret there.";

/** Registers an app, or changes one. */
export function AppDialog({ app }: { app?: OwnApp }) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();

  function change(next: boolean) {
    setOpen(next);
    if (next || !secret) return;
    setSecret(undefined);
    router.refresh();
  }

  async function submit(entries: FormData) {
    const fields = {
      name: String(entries.get("name")),
      website: String(entries.get("website")).trim() || null,
      redirectUris: String(entries.get("redirectUris")).split(/\s+/).filter(Boolean),
    };
    try {
      if (app) await call("PATCH /api/developer/apps/{id}", { id: app.id, ...fields });
      else {
        const issued = await call("POST /api/developer/apps", { ...fields, confidential: entries.has("confidential") });
        if (issued.secret !== null) return setSecret(issued.secret);
      }
    } catch (error) {
      return failureOf(error);
    }
    setOpen(false);
    router.refresh();
  }

  const title = secret ? "The secret of your app" : app ? `Change “${app.name}”` : "Register an app";
  return (
    <Dialog
      title={title}
      open={isOpen}
      onOpenChange={change}
      isShownOnce={Boolean(secret)}
      trigger={
        app ? (
          <Button size="small" aria-label={`Change “${app.name}”`}>
            Change
          </Button>
        ) : (
          <Button variant="primary">
            <Icon name="plus" />
            Register an app
          </Button>
        )
      }
    >
      {secret ? (
        <ShownOnce secret={secret} what="secret" kept="We only store a hash, so it can’t be shown again." />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="Name" name="name" hint="People see it when they are asked.">
            <Input required maxLength={APP_NAME_LENGTH} autoComplete="off" defaultValue={app?.name} />
          </Field>
          <Field
            label="Website"
            name="website"
            hint="Where people read more about it. Leave it empty if there is none."
          >
            <Input
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              defaultValue={app?.website ?? ""}
            />
          </Field>
          <Field label="Redirect URIs" name="redirectUris" hint={REDIRECT_HINT}>
            <Textarea
              required
              rows={3}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              className="font-mono text-13"
              defaultValue={app?.redirectUris.join("\n")}
            />
          </Field>
          {!app && (
            <Checkbox name="confidential" label="It runs on my server, and can keep a secret" hint={SECRET_HINT} />
          )}
          <FormError />
          <SubmitButton>{app ? "Save" : "Register"}</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}

/** One field holds all redirect URIs, so a problem with any of them is shown there. */
function failureOf(error: unknown) {
  const failure = formFailure(error);
  const { fields } = failure;
  const [, redirect] = Object.entries(fields).find(([name]) => name.startsWith("redirectUris")) ?? [];
  return redirect === undefined ? failure : { ...failure, fields: { ...fields, redirectUris: redirect } };
}
