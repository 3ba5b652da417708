"use client";

import { Icon } from "./icon";
import { useEffect, useState } from "react";
import { Button } from "./button";
import type { ButtonLook } from "./button-style";

const SHOWN_FOR = 2_000;

type Copying = "ready" | "copied" | "refused";
const WORDS: Record<Copying, string> = { ready: "Copy", copied: "Copied", refused: "Press Ctrl+C" };

interface CopyButtonProps extends Pick<ButtonLook, "variant"> {
  text: string;
  /** What is copied, for the accessible name: "Copy key". */
  what: string;
  className?: string;
}

export function CopyButton({ text, what, variant, className }: CopyButtonProps) {
  const [copying, setCopying] = useState<Copying>("ready");

  useEffect(() => {
    if (copying === "ready") return;
    const timer = setTimeout(() => setCopying("ready"), SHOWN_FOR);
    return () => clearTimeout(timer);
  }, [copying]);

  async function copy() {
    setCopying(
      await navigator.clipboard.writeText(text).then(
        () => "copied" as const,
        () => "refused" as const,
      ),
    );
  }

  return (
    <Button
      variant={variant}
      size="small"
      className={className}
      onClick={copy}
      aria-label={copying === "ready" ? `Copy ${what}` : undefined}
    >
      {copying === "copied" ? <Icon name="check" className="text-good" /> : <Icon name="copy" />}
      <span aria-live="polite">{WORDS[copying]}</span>
    </Button>
  );
}

export function CopyField(props: CopyButtonProps) {
  return (
    <div className="flex items-center gap-2 rounded-control border border-edge bg-bg py-1.5 pr-1.5 pl-3.5">
      <code className="min-w-0 flex-1 font-mono text-13 break-all">{props.text}</code>
      <CopyButton {...props} />
    </div>
  );
}
