import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Keeps what is behind a warning closed until the reader opens it. */
export function Warned({ warning, children }: { warning: string | null; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  if (warning === null) return children;
  return (
    <>
      <div className="mt-1.5 flex items-center gap-3 rounded-card border border-line bg-hover py-2 pr-2 pl-3">
        <Icon name="triangle-exclamation-point" className="size-4 shrink-0 text-muted" />
        <p dir="auto" className="min-w-0 grow wrap-anywhere">
          <span className="sr-only">Warning: </span>
          {warning}
        </p>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Hide" : "Show"}
        </Button>
      </div>
      {isOpen && <div className="mt-1.5">{children}</div>}
    </>
  );
}
