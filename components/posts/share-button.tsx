"use client";

import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import { copyLink } from "./copy-link";

/** Opens the device's share sheet, or copies the link. */
export function ShareButton({ path, text }: { path: string; text: string }) {
  const [copied, setCopied] = useState(false);

  async function share() {
    if (matchMedia("(pointer: coarse)").matches && "share" in navigator) {
      // Closing the sheet rejects.
      await navigator.share({ url: new URL(path, location.origin).href, text }).catch(() => undefined);
    } else if (await copyLink(path)) {
      setCopied(true);
      setTimeout(setCopied, 2_000, false);
    }
  }

  return (
    <button type="button" aria-label="Share" onClick={share} className="action touch-target">
      {copied ? <Icon name="check" className="text-good" /> : <Icon name="share" />}
    </button>
  );
}
