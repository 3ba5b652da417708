"use client";

import { useEffect, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Method } from "./method";
import { TryForm } from "./try-form";
import type { TryableOperation } from "./try-request";

/** Handles every "Try it" button of the page. */
export function TryIt({ operations }: { operations: readonly TryableOperation[] }) {
  const [operation, setOperation] = useState<TryableOperation>();

  useEffect(() => {
    const open = ({ target }: MouseEvent) => {
      const id = target instanceof Element ? target.closest<HTMLElement>("[data-try]")?.dataset.try : undefined;
      const requested = operations.find((other) => other.id === id);
      if (requested) setOperation(requested);
    };
    document.addEventListener("click", open);
    return () => document.removeEventListener("click", open);
  }, [operations]);

  function close() {
    const opener = document.querySelector<HTMLElement>(`[data-try="${operation?.id}"]`);
    setOperation(undefined);
    // The dialog has no trigger of its own to return focus to.
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
