"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { textIn } from "@/components/ui/form-values";
import { Icon } from "@/components/ui/icon";
import { Input } from "@/components/ui/input";
import { SecretDialog } from "@/components/ui/secret-dialog";
import { call } from "@/lib/client/call";
import type { MadeSandbox } from "@/lib/domain/sandboxes/schema";
import { SEED_LENGTH } from "@/lib/domain/sandboxes/rules";

/** Creates or resets the viewer's sandbox, and shows its keys. */
export function MakeSandbox({ seed }: { seed?: string }) {
  const isNew = seed === undefined;
  return (
    <SecretDialog
      title={isNew ? "Make a sandbox" : "Reset your sandbox"}
      trigger={
        <Button variant={isNew ? "primary" : undefined}>
          <Icon name={isNew ? "plus" : "rotate-cw"} />
          {isNew ? "Make a sandbox" : "Reset"}
        </Button>
      }
      action={isNew ? "Make it" : "Reset it"}
      issue={(entries) => call("POST /api/sandbox", { seed: textIn(entries.get("seed")) || undefined })}
      issuedTitle="Its test keys"
      show={({ people }) => <Keys people={people} />}
    >
      {!isNew && <p>Everything in it goes. Its people and their keys stay, and are shown again.</p>}
      <Field
        label="Seed"
        name="seed"
        hint="With the same seed, the same acts get the same answers. Leave it empty for a new one."
      >
        <Input
          maxLength={SEED_LENGTH}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          defaultValue={seed}
        />
      </Field>
    </SecretDialog>
  );
}

function Keys({ people }: { people: MadeSandbox["people"] }) {
  return (
    <div className="flex flex-col gap-4">
      <p>Each has every scope, and acts in your sandbox alone. A reset shows them again.</p>
      <ul className="flex flex-col gap-3">
        {people.map(({ id, handle, key }) => (
          <li key={id}>
            <p className="mb-1 text-13 font-medium">@{handle}</p>
            <div className="flex items-center gap-2 rounded-control border border-edge bg-bg py-1.5 pr-1.5 pl-3.5">
              <code className="min-w-0 flex-1 font-mono text-13 break-all">{key}</code>
              <CopyButton text={key} what={`key of @${handle}`} />
            </div>
          </li>
        ))}
      </ul>
      <DialogClose asChild>
        <Button>Done</Button>
      </DialogClose>
    </div>
  );
}
