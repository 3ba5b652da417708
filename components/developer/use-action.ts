"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { isSignedOut } from "@/lib/client/call-error";

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
    // Refreshes even after most failures: another tab may have changed what the page shows. Not after a sign-out, when
    // refreshing would redirect to the sign-in page, and lose the message.
    if (!isSignedOut(failure)) startShowing(() => router.refresh());
  }

  return { pending: calling || showing, act };
}
