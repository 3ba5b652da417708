"use client";

import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

/** Proves the viewer's identity with their passkey. */
export function PasskeyProof({ onProven }: { onProven: () => void }) {
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function prove() {
    setPending(true);
    setFailure(undefined);
    try {
      const { answerWithPasskey } = await import("@/lib/client/passkeys");
      await call("POST /api/account/proof", { passkey: (await answerWithPasskey()) as never });
      onProven();
    } catch (error) {
      setFailure(messageOf(error));
      setPending(false);
    }
  }

  return (
    <div className="mt-3 flex flex-col gap-3">
      {failure && <ErrorNote>{failure}</ErrorNote>}
      <Button pending={pending} onClick={() => void prove()}>
        <Icon name="fingerprint-pattern" />
        Use a passkey
      </Button>
    </div>
  );
}
