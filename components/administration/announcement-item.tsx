"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Prose } from "@/components/ui/prose";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import type { Announcement } from "@/lib/domain/announcements/schema";
import { AnnouncementForm } from "./announcement-form";

/** An announcement in the list, with its actions. */
export function AnnouncementItem({ announcement, isInForce }: { announcement: Announcement; isInForce: boolean }) {
  const [isEdited, setEdited] = useState(false);
  const { id, content, html, until, endedAt, createdAt } = announcement;
  return (
    <li className="grid gap-2 px-4 py-3">
      <p className="flex flex-wrap items-baseline gap-x-3 text-13 text-muted">
        <Badge tone={isInForce ? "good" : "plain"}>{isInForce ? "On every page" : "Over"}</Badge>
        <RelativeTime at={createdAt} />
        {isInForce && until && (
          <span>
            until <ExactTime at={until} />
          </span>
        )}
        {endedAt && (
          <span>
            ended <RelativeTime at={endedAt} />
          </span>
        )}
      </p>
      {isEdited ? (
        <AnnouncementForm announcement={announcement} onDone={() => setEdited(false)} />
      ) : (
        <Prose source={content} html={html} className="text-15 [&>*]:my-0 [&>*+*]:mt-1" />
      )}
      {isInForce && (
        <p className="flex flex-wrap gap-2">
          <Button size="small" variant="bare" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
            {isEdited ? "Cancel" : "Edit"}
          </Button>
          <ConfirmDialog
            title="End this announcement?"
            action="End it"
            trigger={
              <Button size="small" variant="bare">
                End
              </Button>
            }
            onConfirm={() => call("DELETE /api/admin/announcements/{id}", { id })}
            refreshes
          >
            It disappears from every page, and can’t be restored.
          </ConfirmDialog>
        </p>
      )}
    </li>
  );
}
