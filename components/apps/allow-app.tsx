"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import type { FormFailure } from "@/components/ui/field";
import { call } from "@/lib/client/call";
import type { AuthorizationParameters } from "@/lib/domain/accounts/apps/schema";

interface AllowAppProps {
  request: AuthorizationParameters;
  /** The redirect URI that denies the request. */
  denyHref: string;
  host: string;
}

export function AllowApp({ request, denyHref, host }: AllowAppProps) {
  const [state, setState] = useState<"idle" | "pending" | { redirectTo: string } | { failed: FormFailure }>("idle");

  async function allow() {
    setState("pending");
    try {
      const { redirectTo } = await call("POST /api/oauth/authorizations", request);
      setState({ redirectTo });
      window.location.assign(redirectTo);
    } catch (error) {
      setState({ failed: formFailure(error) });
    }
  }

  if (typeof state === "object" && "redirectTo" in state)
    return (
      <p ref={(element) => element?.focus()} tabIndex={-1} className="outline-none">
        Going back to {host}.{" "}
        <a href={state.redirectTo} className="link">
          Continue there
        </a>{" "}
        if nothing happens.
      </p>
    );
  return (
    <>
      {typeof state === "object" && <FailureNote failure={state.failed} className="mb-4" />}
      <div className="flex flex-col-reverse gap-2 sm:flex-row sm:justify-end">
        <a href={denyHref} className={buttonStyle({ size: "large" })}>
          Cancel
        </a>
        <Button variant="primary" size="large" pending={state === "pending"} onClick={allow}>
          Allow
        </Button>
      </div>
    </>
  );
}
