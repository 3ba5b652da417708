"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { CallError } from "@/lib/client/call-error";

/** Runs a user action, reports its failure, and is pending until the page shows the result. */
export function useAction() {
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
    // Also after most failures: another tab may have changed what the page shows.
    if (!isSignedOut(failure)) startShowing(() => router.refresh());
  }

  return { pending: calling || showing, act };
}

/** A signed-out viewer: a refresh would leave the page, and lose the message. */
function isSignedOut(failure: unknown): boolean {
  return failure instanceof CallError && failure.kind === "signed-out";
}
