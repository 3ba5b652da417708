import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";
import { Field, Select } from "@/components/ui/field";

/** Of a secret that only the person keeps. */
export const HASHED = "We only store a hash, so it can’t be shown again.";

export function ShownOnce({ secret, what, kept }: { secret: string; what: string; kept: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <p>Copy it now and keep it somewhere safe. {kept}</p>
      <CopyField text={secret} what={what} variant="primary" />
      <DialogClose asChild>
        <Button>Done</Button>
      </DialogClose>
    </div>
  );
}

export function SecretKept() {
  return (
    <>
      We store it encrypted and won’t show it again. Your server uses it to verify our signatures:{" "}
      <a href="/docs/api#receiver" target="_blank" className="link">
        here’s how
      </a>
      .
    </>
  );
}

const GRACES = { 0: "immediately", 3_600: "in an hour", 86_400: "in a day", 604_800: "in a week" };

export function GraceChoice() {
  return (
    <Field label="The old secret expires" name="graceSeconds">
      <Select defaultValue="86400" options={Object.entries(GRACES)} />
    </Field>
  );
}

export function graceOf(entries: FormData): number {
  return Number(entries.get("graceSeconds"));
}
