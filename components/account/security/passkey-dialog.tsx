"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Input } from "@/components/ui/input";
import { FACTOR_NAME_LENGTH } from "@/lib/domain/factors/rules";
import { RecoveryCodes } from "./recovery-codes";

export function PasskeyDialog() {
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<string[]>();

  async function submit(entries: FormData) {
    // Loaded on demand: few readers add a passkey.
    const { makePasskey } = await import("@/lib/client/passkeys");
    const { recoveryCodes } = await makePasskey(String(entries.get("name")));
    if (recoveryCodes.length > 0) setCodes(recoveryCodes);
    else setOpen(false);
    router.refresh();
  }

  function change(next: boolean) {
    setOpen(next);
    if (!next) setCodes(undefined);
  }

  return (
    <Dialog
      title={codes ? "Your recovery codes" : "Add a passkey"}
      open={open}
      onOpenChange={change}
      isShownOnce={codes !== undefined}
      trigger={<Button>Add a passkey</Button>}
    >
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <Form submit={submit} className="flex flex-col gap-5">
          <Field label="Name" name="name" hint="Where you keep it: “my phone”, “the blue key”.">
            <Input required maxLength={FACTOR_NAME_LENGTH.max} autoComplete="off" />
          </Field>
          <FormError />
          <SubmitButton>Continue</SubmitButton>
        </Form>
      )}
    </Dialog>
  );
}
