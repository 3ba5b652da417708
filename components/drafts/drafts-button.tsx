import { useState } from "react";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import type { Written } from "./written";

const DraftsDialog = loadOnDemand(() => import("./drafts-dialog"));

const NOTHING: Written = { content: "", warning: null, audience: "PUBLIC" };

interface DraftsButtonProps {
  written: Written;
  goOnWith: (draft: Written) => void;
}

/** Returns what would be saved; null while nothing is written. */
function withText({ content, warning, audience }: Written): Written | null {
  const text = content.trim();
  return text === "" ? null : { content: text, warning: warning?.trim() || null, audience };
}

export function DraftsButton({ written, goOnWith }: DraftsButtonProps) {
  const [isOpen, setOpen] = useState(false);

  function choose(draft: Written) {
    goOnWith(draft);
    setOpen(false);
  }

  return (
    <>
      <IconButton
        label="Drafts"
        title="Put it aside, or go on with a draft"
        onClick={() => setOpen(true)}
        className="hover:bg-brand-soft! hover:text-brand!"
      >
        <Icon name="inbox" />
      </IconButton>
      {isOpen && (
        <DraftsDialog
          written={withText(written)}
          onSaved={() => choose(NOTHING)}
          onChosen={choose}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
