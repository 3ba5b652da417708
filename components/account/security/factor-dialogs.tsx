"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { encode } from "uqr";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { call } from "@/lib/client/call";
import { SecretDialog } from "@/components/ui/form-dialog";
import { Field, Input } from "@/components/ui/field";
import { FACTOR_NAME_LENGTH } from "@/lib/domain/accounts/factors/rules";
import { reportFailure } from "@/components/shell/report-failure";
import { CopyButton, CopyField } from "@/components/ui/copy-button";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Form } from "@/components/ui/form";
import type { OutputOf } from "@/lib/client/routes";

export function RemoveTotp() {
  return (
    <ConfirmDialog
      title="Turn off the authenticator app?"
      action="Turn it off"
      danger
      onConfirm={() => call("DELETE /api/account/totp")}
      refreshes
      trigger={{ label: "Turn off", size: "small" }}
    >
      You’ll no longer be asked for its codes when you sign in.
    </ConfirmDialog>
  );
}

export function RemovePasskey({ passkey: { id, name } }: { passkey: { id: string; name: string } }) {
  return (
    <ConfirmDialog
      title={`Remove “${name}”?`}
      action="Remove passkey"
      danger
      onConfirm={() => call("DELETE /api/account/passkeys/{id}", { id })}
      refreshes
      trigger={{ label: "Remove", size: "small", name: `Remove “${name}”` }}
    >
      It will no longer sign you in. Delete it on the device too, or the device will keep offering it.
    </ConfirmDialog>
  );
}

export function RenewCodes() {
  return (
    <SecretDialog
      title="Make new recovery codes?"
      description="The old ones stop working at once."
      trigger={{ label: "Make new ones", size: "small" }}
      action="Make new codes"
      issue={() => call("POST /api/account/recovery-codes")}
      issuedTitle="Your recovery codes"
      show={({ recoveryCodes }) => <RecoveryCodes codes={recoveryCodes} />}
    />
  );
}

export function PasskeyDialog() {
  async function issue(entries: FormData) {
    // Loaded on demand: few readers add a passkey.
    const { makePasskey } = await import("@/lib/client/passkeys");
    const { recoveryCodes } = await makePasskey(String(entries.get("name")));
    return recoveryCodes.length > 0 ? recoveryCodes : undefined;
  }

  return (
    <SecretDialog
      title="Add a passkey"
      trigger={{ label: "Add a passkey" }}
      action="Continue"
      issue={issue}
      issuedTitle="Your recovery codes"
      show={(codes) => <RecoveryCodes codes={codes} />}
    >
      <Field label="Name" name="name" hint="Where you keep it: “my phone”, “the blue key”.">
        <Input required maxLength={FACTOR_NAME_LENGTH.max} autoComplete="off" />
      </Field>
    </SecretDialog>
  );
}

type Step =
  | { at: "closed" }
  | { at: "asking" }
  | { at: "scanning"; setup: OutputOf<"POST /api/account/totp"> }
  | { at: "codes"; codes: string[] };

export function TotpDialog() {
  const router = useRouter();
  const [step, setStep] = useState<Step>({ at: "closed" });

  async function begin() {
    setStep({ at: "asking" });
    try {
      setStep({ at: "scanning", setup: await call("POST /api/account/totp", {}) });
    } catch (error) {
      reportFailure(error);
      setStep({ at: "closed" });
    }
  }

  async function confirm(entries: FormData) {
    const { recoveryCodes } = await call("POST /api/account/totp/confirm", { code: String(entries.get("code")) });
    if (recoveryCodes.length > 0) setStep({ at: "codes", codes: recoveryCodes });
    else finish();
  }

  /** The refreshed page does not render this dialog, so codes that are shown once must be saved first. */
  function finish() {
    setStep({ at: "closed" });
    router.refresh();
  }

  return (
    <>
      <Button pending={step.at === "asking"} onClick={() => void begin()}>
        Add an authenticator app
      </Button>
      <Dialog
        title={step.at === "codes" ? "Your recovery codes" : "Add an authenticator app"}
        open={step.at === "scanning" || step.at === "codes"}
        onOpenChange={(open) => open || finish()}
        closesOutside={false}
        isShownOnce={step.at === "codes"}
      >
        {step.at === "scanning" && (
          <Form action="Turn it on" submit={confirm} className="flex flex-col gap-5">
            <p>Scan this with your authenticator app, or type the key into it.</p>
            <QrCode text={step.setup.uri} label="QR code for your authenticator app" />
            <CopyField text={step.setup.secret} what="key" />
            <Field label="The six digits that it shows" name="code">
              <Input required inputMode="numeric" autoComplete="one-time-code" maxLength={7} />
            </Field>
          </Form>
        )}
        {step.at === "codes" && <RecoveryCodes codes={step.codes} />}
      </Dialog>
    </>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p>
        Each of these codes stands in for your second factor once, should you lose it. Keep them where you’d find them
        without your phone: we can’t show them again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-13 max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what="codes" />
        <a
          className={buttonStyle({ size: "small" })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="pegboard-recovery-codes.txt"
        >
          Download
        </a>
      </div>
      <DialogClose asChild>
        <Button variant="primary">I’ve saved them</Button>
      </DialogClose>
    </div>
  );
}

/** Drawn in the browser, so that its text never leaves it. Black on white in both themes, as cameras require. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { size, data } = encode(text, { ecc: "M", border: 4 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-control"
    >
      <rect width={size} height={size} fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
