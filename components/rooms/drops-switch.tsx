"use client";

import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { Checkbox } from "@/components/ui/checkbox";
import { call } from "@/lib/client/call";

/** Whether the viewer's own drops appear in the room. */
export function DropsSwitch({ code, showDrops }: { code: string; showDrops: boolean }) {
  const [shown, setShown] = useState(showDrops);
  function choose(next: boolean) {
    setShown(next);
    call("PATCH /api/rooms/{code}/membership", { code, showDrops: next }).catch((error: unknown) => {
      setShown(!next);
      reportFailure(error);
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
