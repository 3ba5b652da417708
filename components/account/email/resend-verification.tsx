"use client";

import { useState } from "react";
import { useAction } from "@/components/shell/use-action";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";

export function ResendVerification({ label = "Send the link again" }: { label?: string }) {
  const { pending, act } = useAction();
  const [sent, setSent] = useState(false);

  const resend = () =>
    act(async () => {
      setSent(false);
      await call("POST /api/account/verify-email/resend");
      setSent(true);
    });

  return (
    <>
      <Button size="small" pending={pending} onClick={resend}>
        {label}
      </Button>
      <span role="status" className="text-13 text-good">
        {sent && "Sent. Check your spam folder, too."}
      </span>
    </>
  );
}
