"use client";

import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { DialogClose } from "@/components/ui/dialog";
import { buttonStyle } from "@/components/ui/button-style";

/** Recovery codes, shown once, to copy or to download. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const text = `${codes.join("\n")}\n`;
  return (
    <div className="flex flex-col gap-4">
      <p>
        Each of these codes stands in for your second factor once, should you lose it. Keep them where you’d find them
        without your phone: we can’t show them again.
      </p>
      <ul aria-label="Recovery codes" className="grid grid-cols-2 gap-x-4 gap-y-1 font-mono text-13 max-sm:grid-cols-1">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={text} what="codes" />
        <a
          className={buttonStyle({ size: "small" })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="pegboard-recovery-codes.txt"
        >
          Download
        </a>
      </div>
      <DialogClose asChild>
        <Button variant="primary">I’ve saved them</Button>
      </DialogClose>
    </div>
  );
}
