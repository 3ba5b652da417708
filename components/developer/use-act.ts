"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { CallFailure } from "@/lib/client/call";

/** Does something that changes the page, says so if it failed, and waits until the page shows it. */
export function useAct() {
  const router = useRouter();
  const [calling, setCalling] = useState(false);
  const [showing, startShowing] = useTransition();

  async function act(doIt: () => Promise<unknown>) {
    setCalling(true);
    const failure = await doIt().then(
      () => undefined,
      (error: unknown) => error,
    );
    setCalling(false);
    if (failure) reportFailure(failure);
    // After most failures as well: what the page shows may be what another tab has changed.
    if (!isSignedOut(failure)) startShowing(() => router.refresh());
  }

  return { pending: calling || showing, act };
}

/** The page would be gone, and with it the words that say why. */
function isSignedOut(failure: unknown): boolean {
  return failure instanceof CallFailure && failure.trouble === "signed-out";
}
