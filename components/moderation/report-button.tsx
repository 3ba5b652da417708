"use client";

import clsx from "clsx";
import { useState } from "react";
import { Icon } from "@/components/ui/icon";
import { useViewer } from "@/components/shell/viewer-context";
import { IconButton } from "@/components/ui/button";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { type ReportedSubject, SUBJECT_LABELS } from "./labels";

interface ReportButtonProps {
  subject: ReportedSubject;
  /** The author, who cannot report their own content. */
  authorId: string;
  className?: string;
}

export function ReportButton({ subject, authorId, className }: ReportButtonProps) {
  const viewer = useViewer();
  const [open, setOpen] = useState(false);
  if (!viewer || viewer.id === authorId) return null;
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        label={`Report this ${SUBJECT_LABELS[subject.type]}`}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={clsx("text-muted", className)}
      >
        <Icon name="flag" />
      </IconButton>
      {open && <ReportOnDemand subject={subject} onClose={close} />}
    </>
  );
}

export const ReportOnDemand = loadOnDemand(() => import("./report-dialog"));
