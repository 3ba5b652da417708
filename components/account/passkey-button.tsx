"use client";

import { Icon } from "@/components/ui/icon";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { messageOf } from "@/lib/client/call-error";
import { signInWithPasskey } from "@/lib/client/sign-in";

interface PasskeyButtonProps {
  callbackURL: string;
  /** Whether the login field also suggests passkeys. */
  autofills?: boolean;
}

/** Signs in with a passkey: by this button, or by the browser's suggestion in the login field. */
export function PasskeyButton({ callbackURL, autofills = false }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function enter(answer: Parameters<typeof signInWithPasskey>[0]) {
    const failed = await signInWithPasskey(answer);
    if (failed === undefined) location.assign(callbackURL);
    else setFailure(failed);
  }
  const enterFromAutofill = useEffectEvent(enter);
  useEffect(() => {
    if (!autofills) return;
    import("@/lib/client/passkeys")
      .then(({ answerFromAutofill }) => answerFromAutofill())
      .then((answer) => answer && enterFromAutofill(answer))
      // Starts automatically, and the button aborts it: neither is a failure to show.
      .catch(() => undefined);
  }, [autofills]);

  async function ask() {
    setPending(true);
    setFailure(undefined);
    try {
      const { answerWithPasskey } = await import("@/lib/client/passkeys");
      await enter(await answerWithPasskey());
    } catch (error) {
      setFailure(messageOf(error));
    }
    setPending(false);
  }

  return (
    <div className="flex flex-col gap-3">
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Button size="large" pending={pending} onClick={() => void ask()}>
        <Icon name="fingerprint-pattern" />
        Use a passkey
      </Button>
    </div>
  );
}
