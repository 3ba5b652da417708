"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";

/** Whether the reader's own drops appear in the room. */
export function DropsSwitch({ code, showDrops }: { code: string; showDrops: boolean }) {
  const [shown, setShown] = useState(showDrops);
  function choose(next: boolean) {
    setShown(next);
    call(
      "PATCH /api/rooms/{code}/membership",
      { code, showDrops: next },
      { idempotencyKey: crypto.randomUUID() },
    ).catch((error: unknown) => {
      setShown(!next);
      toastStore.add({ text: messageOf(error), tone: "bad" });
    });
  }
  return (
    <Checkbox
      label="Show my drops"
      hint="Your Plinko drops appear here while you are in."
      checked={shown}
      onChange={(event) => choose(event.target.checked)}
    />
  );
}
