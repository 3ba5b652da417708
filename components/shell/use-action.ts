import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { isSessionLost } from "@/lib/client/call-error";
import { reportFailure } from "./report-failure";

/** Runs a user action, is pending meanwhile, and reports its failure. */
export function useAction() {
  const [pending, setPending] = useState(false);

  async function act(doIt: () => Promise<unknown>) {
    setPending(true);
    await doIt().catch(reportFailure);
    setPending(false);
  }

  return { pending, act };
}

/** The same for what the server renders: pending until the refreshed page shows the result. */
export function useRefreshingAction() {
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
    // Refreshes even after most failures: another tab may have changed what the page shows. Not without the
    // account's session: refreshing would show the sign-in page or another account's, and lose the message.
    if (!isSessionLost(failure)) startShowing(() => router.refresh());
  }

  return { pending: calling || showing, act };
}
