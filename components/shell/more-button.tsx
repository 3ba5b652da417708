import { useState } from "react";
import { Avatar } from "@/components/ui/avatar";
import { Icon } from "@/components/ui/icon";
import { loadOnDemand, preload } from "./load-on-demand";
import type { Viewer } from "./viewer-context";

const load = () => import("./more-sheet");
const MoreSheet = loadOnDemand(load);
const preloadSheet = preload(load);

/** On a phone, opens the sheet with the pages and what belongs to the account. Without scripts, the footer has them. */
export function MoreButton({ viewer }: { viewer: Viewer | null }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-label="More"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
        onPointerEnter={preloadSheet}
        onFocus={preloadSheet}
        className="touch-target flex h-10 items-center gap-1.5 rounded-full border border-edge/60 bg-surface px-2.5 text-muted transition-colors hover:border-edge hover:text-ink md:hidden noscript:hidden"
      >
        <Icon name="menu" className="size-5" />
        {viewer && <Avatar src={viewer.image} name={viewer.name} size={32} className="-mr-1.75" />}
      </button>
      {isOpen && <MoreSheet viewer={viewer} onClose={() => setIsOpen(false)} />}
    </>
  );
}
