"use client";

import { Send } from "lucide-react";
import { Button } from "@/components/ui/button";
import { call } from "@/lib/client/call";
import { useAction } from "./use-action";

/** Sends a `webhook.test` event, which shows up in the delivery log. */
export function SendTest({ id }: { id: string }) {
  const { pending, act } = useAction();
  return (
    <Button variant="primary" pending={pending} onClick={() => act(() => call("POST /api/webhooks/{id}/test", { id }))}>
      <Send aria-hidden />
      Send a test
    </Button>
  );
}
