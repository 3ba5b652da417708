"use client";

import { Icon } from "@/components/ui/icon";
import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import type { ButtonLook } from "@/components/ui/button-style";
import { ErrorNote } from "@/components/ui/error-note";
import { messageOf } from "@/lib/client/call-error";
import { signInWithPasskey } from "@/lib/client/sign-in";

type Answer = Parameters<typeof signInWithPasskey>[0];

interface PasskeyButtonProps extends ButtonLook {
  /** Uses the passkey's answer. Resolves to the error message if it was rejected. */
  enter: (answer: Answer) => Promise<string | undefined>;
  /** Whether the login field also suggests passkeys. */
  autofills?: boolean;
  className?: string;
}

export function PasskeyButton({ enter, autofills = false, className = "", ...look }: PasskeyButtonProps) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  const enterFromAutofill = useEffectEvent(async (answer: Answer) => setFailure(await enter(answer)));
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
      setFailure(await enter(await answerWithPasskey()));
    } catch (error) {
      setFailure(messageOf(error));
    }
    setPending(false);
  }

  return (
    <div className={`flex flex-col gap-3 ${className}`}>
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Button {...look} pending={pending} onClick={() => void ask()}>
        <Icon name="fingerprint-pattern" />
        Use a passkey
      </Button>
    </div>
  );
}

export function PasskeySignIn({ callbackURL, autofills }: { callbackURL: string; autofills?: boolean }) {
  async function enter(answer: Answer) {
    const failure = await signInWithPasskey(answer);
    if (failure === undefined) location.assign(callbackURL);
    return failure;
  }
  return <PasskeyButton enter={enter} autofills={autofills} size="large" />;
}
