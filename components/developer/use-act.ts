"use client";

import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { reportFailure } from "@/components/shell/report-failure";

/** Does something that changes the page, says so if it failed, and waits until the page shows it. */
export function useAct() {
  const router = useRouter();
  const [calling, setCalling] = useState(false);
  const [showing, startShowing] = useTransition();

  async function act(doIt: () => Promise<unknown>) {
    setCalling(true);
    try {
      await doIt();
    } catch (error) {
      reportFailure(error);
    } finally {
      setCalling(false);
      // After a failure as well: what the page shows may be what another tab has changed.
      startShowing(() => router.refresh());
    }
  }

  return { pending: calling || showing, act };
}
