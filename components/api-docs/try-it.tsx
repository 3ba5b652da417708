"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Method } from "./method";
import { TryForm } from "./try-form";
import type { Triable } from "./try-request";

/** Serves every "Try it" button of the page. */
export function TryIt({ operations }: { operations: readonly Triable[] }) {
  const [operation, setOperation] = useState<Triable>();

  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      const id = target instanceof Element ? target.closest<HTMLElement>("[data-try]")?.dataset.try : undefined;
      const asked = operations.find((other) => other.id === id);
      if (asked) setOperation(asked);
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [operations]);

  function close() {
    const opener = document.querySelector<HTMLElement>(`[data-try="${operation?.id}"]`);
    setOperation(undefined);
    // The dialog knows no button of its own to give the focus back to.
    setTimeout(() => opener?.focus());
  }

  return (
    <Dialog
      open={operation !== undefined}
      onOpenChange={(open) => !open && close()}
      title={operation?.summary ?? ""}
      description={
        operation && (
          <span className="font-mono text-13">
            <Method method={operation.method} /> {operation.path}
          </span>
        )
      }
      className="sm:w-[min(40rem,calc(100vw-3rem))]!"
    >
      {operation && <TryForm key={operation.id} operation={operation} />}
    </Dialog>
  );
}
