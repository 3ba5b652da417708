import { useEffect, useState } from "react";
import { PasskeyButton } from "@/components/account/passkey-button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNote } from "@/components/ui/error-note";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { PasswordInput } from "@/components/ui/password-input";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import type { OutputOf } from "@/lib/client/routes";

type Factors = OutputOf<"GET /api/account/factors">;

/** Asks for the password or a code. Closing it counts as declining. */
export default function ProofDialog({ settle }: { settle: (isProven: boolean) => void }) {
  const [factors, setFactors] = useState<Factors>();
  const [failure, setFailure] = useState<string>();

  useEffect(() => {
    call("GET /api/account/factors").then(setFactors, (error: unknown) => setFailure(messageOf(error)));
  }, []);

  async function submit(entries: FormData) {
    const [password, code] = [entries.get("password"), entries.get("code")].map(String);
    await call("POST /api/account/proof", entries.has("password") ? { password } : { code });
    settle(true);
  }

  async function prove(passkey: unknown) {
    await call("POST /api/account/proof", { passkey: passkey as never });
    settle(true);
    return undefined;
  }

  return (
    <Dialog
      title="Confirm that it’s you"
      description="This affects who can use your account. Before it goes on, confirm that it’s still you."
      open
      onOpenChange={(open) => open || settle(false)}
    >
      {failure && <ErrorNote>{failure}</ErrorNote>}
      {/* Keeps the dialog's height while it loads. */}
      {!factors && !failure && <div aria-busy className="h-44" />}
      {factors && <ProofForm factors={factors} submit={submit} />}
      {factors && factors.passkeys.length > 0 && <PasskeyButton enter={prove} className="mt-3" />}
    </Dialog>
  );
}

interface ProofFormProps {
  factors: Factors;
  submit: Parameters<typeof Form>[0]["submit"];
}

function ProofForm({ factors: { hasPassword, totp, passkeys }, submit }: ProofFormProps) {
  const [isByCode, setByCode] = useState(!hasPassword);
  if (!hasPassword && !totp && passkeys.length > 0) return null;
  if (!hasPassword && !totp)
    return <p>Your account has no password. Sign out and back in: then you have ten minutes for this.</p>;
  return (
    <Form action="Continue" submit={submit} className="flex flex-col gap-5">
      {isByCode ? (
        <Field label="Code" name="code" hint="From your authenticator app, or a recovery code.">
          <Input key="code" required autoComplete="one-time-code" verbatim autoFocus />
        </Field>
      ) : (
        <Field label="Your password" name="password">
          <PasswordInput key="password" required autoComplete="current-password" autoFocus />
        </Field>
      )}
      {hasPassword && totp && (
        <button type="button" onClick={() => setByCode(!isByCode)} className="-mt-2 self-start font-medium link">
          {isByCode ? "Use your password" : "Use a code"}
        </button>
      )}
    </Form>
  );
}
