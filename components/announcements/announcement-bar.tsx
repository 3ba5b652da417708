"use client";

import { Icon } from "@/components/ui/icon";
import { useState } from "react";
import { reportFailure } from "@/components/shell/report-failure";
import { IconButton } from "@/components/ui/button";
import { Prose } from "@/components/ui/prose";
import { call } from "@/lib/client/call";
import type { ShownAnnouncement } from "@/lib/domain/deployment/site/current";
import { dismissHere, hidingRule } from "./dismissed";

interface AnnouncementBarProps {
  announcement: ShownAnnouncement;
  /** Members dismiss it in all their browsers, visitors in this one. */
  isMember: boolean;
}

export function AnnouncementBar({ announcement: { id, content, html }, isMember }: AnnouncementBarProps) {
  const [isGone, setGone] = useState(false);
  if (isGone) return null;

  function dismiss() {
    dismissHere(id);
    setGone(true);
    // Moves the focus, because the focused button is gone.
    document.getElementById("content")?.focus({ preventScroll: true });
    if (isMember) call("POST /api/announcements/{id}/dismiss", { id }).catch(reportFailure);
  }

  return (
    <section aria-label="Announcement" data-announcement={id} className="border-b border-line bg-surface">
      <style>{hidingRule(id)}</style>
      <div className="mx-auto flex max-w-304 items-start gap-3 px-4 py-1.5 md:px-6">
        <Icon name="megaphone" className="mt-2.5 size-5 shrink-0 text-brand" />
        <Prose source={content} html={html} className="min-w-0 grow py-2 text-15 [&>*]:my-0 [&>*+*]:mt-1" />
        <IconButton label="Dismiss this announcement" onClick={dismiss}>
          <Icon name="x" />
        </IconButton>
      </div>
    </section>
  );
}
