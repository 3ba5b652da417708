"use client";

import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";

export function ResendVerification() {
  const [phase, setPhase] = useState<"idle" | "sending" | "sent">("idle");

  async function resend() {
    setPhase("sending");
    try {
      await call("POST /api/account/verify-email/resend");
      setPhase("sent");
    } catch (error) {
      reportFailure(error);
      setPhase("idle");
    }
  }

  return (
    <>
      <Button size="small" pending={phase === "sending"} onClick={resend}>
        Send the link again
      </Button>
      <span role="status" className="text-13 text-good">
        {phase === "sent" && "Sent. Check your spam folder, too."}
      </span>
    </>
  );
}
