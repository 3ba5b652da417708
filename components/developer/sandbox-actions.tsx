"use client";

import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { CopyField } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";
import { Field, Input } from "@/components/ui/field";
import { FormDialog, SecretDialog } from "@/components/ui/form-dialog";
import { textIn } from "@/components/ui/form-values";
import { RadioCards } from "@/components/ui/radio-cards";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { SEED_LENGTH } from "@/lib/domain/accounts/sandboxes/rules";
import type { MadeSandbox } from "@/lib/domain/accounts/sandboxes/schema";

export function MakeSandbox({ seed }: { seed?: string }) {
  const isNew = seed === undefined;
  return (
    <SecretDialog
      title={isNew ? "Make a sandbox" : "Reset your sandbox"}
      trigger={
        isNew ? { label: "Make a sandbox", icon: "plus", variant: "primary" } : { label: "Reset", icon: "rotate-cw" }
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
        <Input maxLength={SEED_LENGTH} autoComplete="off" verbatim defaultValue={seed} />
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
            <CopyField text={key} what={`key of @${handle}`} />
          </li>
        ))}
      </ul>
      <DialogClose asChild>
        <Button>Done</Button>
      </DialogClose>
    </div>
  );
}

const STEPS = [
  { value: "0", label: "Not at all", hint: "Only delivers what is due now." },
  { value: "3600", label: "An hour" },
  { value: "43200", label: "Twelve hours", hint: "All six attempts of a webhook." },
  { value: "86400", label: "A day", hint: "The quests of tomorrow." },
  { value: "2592000", label: "Thirty days" },
];

const deliveriesMade = (attempts: number) =>
  attempts === 0
    ? "Nothing was to be delivered."
    : attempts === 1
      ? "One delivery was attempted."
      : `${attempts} deliveries were attempted.`;

export function AdvanceClock() {
  async function submit(entries: FormData) {
    const seconds = Number(entries.get("seconds"));
    const { attempts, isComplete } = await call("POST /api/sandbox/advance", { seconds });
    const rest = isComplete ? "" : " There is more to do: move it on.";
    toastStore.add({ tone: "good", text: `The clock has moved. ${deliveriesMade(attempts)}${rest}` });
  }

  return (
    <FormDialog
      title="Move the clock forward"
      trigger={{ label: "Move the clock", icon: "hourglass", variant: "primary" }}
      submit={submit}
      action="Move it"
    >
      <RadioCards legend="By how much" name="seconds" cards={STEPS} defaultValue="3600" />
      <p className="text-13 text-muted">Whatever becomes due on the way is done at its own time.</p>
    </FormDialog>
  );
}

export function DeleteSandbox() {
  return (
    <ConfirmDialog
      title="Delete your sandbox?"
      action="Delete sandbox"
      danger
      onConfirm={() => call("DELETE /api/sandbox", {})}
      refreshes
      trigger={{ label: "Delete" }}
    >
      Everything in it goes, and its keys stop working. You can make another, with other keys.
    </ConfirmDialog>
  );
}
