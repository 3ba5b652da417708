"use client";

import { Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { useAct } from "./use-act";

/** One attempt of a `webhook.test`, which shows up in the log of deliveries. */
export function SendTest({ id }: { id: string }) {
  const { pending, act } = useAct();
  return (
    <Button variant="primary" pending={pending} onClick={() => act(() => call("POST", `/api/webhooks/${id}/test`))}>
      <Send aria-hidden />
      Send a test
    </Button>
  );
}
