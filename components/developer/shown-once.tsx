"use client";

import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";

/** A secret that nobody can look up again. */
export function ShownOnce({ secret, what, kept }: { secret: string; what: string; kept: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <p>Copy it now and keep it safe. {kept}</p>
      <div className="flex items-center gap-2 rounded-control border border-edge bg-bg py-1.5 pr-1.5 pl-3.5">
        <code className="min-w-0 flex-1 font-mono text-13 break-all">{secret}</code>
        <CopyButton text={secret} what={what} variant="primary" />
      </div>
      <DialogClose asChild>
        <Button>I have it</Button>
      </DialogClose>
    </div>
  );
}

/** What is said of a webhook's secret. */
export function SecretKept() {
  return (
    <>
      We keep it sealed and do not show it again. Your receiver checks our signatures with it:{" "}
      <a href="/docs/api#receiver" target="_blank" className="link">
        this is how
      </a>
      .
    </>
  );
}
