"use client";

import { useId, useState } from "react";
import { Field, Select, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import type { Announcement } from "@/lib/domain/deployment/announcements/schema";
import { HOUR_MS } from "@/lib/domain/kernel/durations";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Prose } from "@/components/ui/prose";
import { ExactTime, RelativeTime } from "@/components/ui/relative-time";
import { useDone } from "@/components/shell/use-done";

/** How long an announcement may stay, in hours. */
const LENGTHS = {
  "1": "An hour from now",
  "24": "A day from now",
  "72": "Three days from now",
  "168": "A week from now",
  "720": "Thirty days from now",
};

interface AnnouncementFormProps {
  /** The announcement to edit; without it, a new one is created. */
  announcement?: Announcement;
  onDone?: () => void;
}

export function AnnouncementForm({ announcement, onDone }: AnnouncementFormProps) {
  const done = useDone();
  const formId = useId();

  async function submit(entries: FormData) {
    const content = String(entries.get("content") ?? "");
    const chosen = String(entries.get("length") ?? "");
    if (announcement)
      await call("PATCH /api/admin/announcements/{id}", { id: announcement.id, content, ...endOf(chosen) });
    else await call("POST /api/admin/announcements", { content, ...endOf(chosen) });
    if (!announcement) document.querySelector<HTMLFormElement>(`[data-form="${formId}"]`)?.reset();
    onDone?.();
    done(announcement ? "Saved." : "It’s on every page within seconds.");
  }

  return (
    <Form
      action={announcement ? "Save" : "Announce"}
      look={{ variant: announcement ? "quiet" : "primary" }}
      narrow
      submit={submit}
      data-form={formId}
      className="grid gap-4"
    >
      <Field label="Announcement" name="content" hint="A line or two. Markdown: links, emphasis, code.">
        <Textarea required rows={3} defaultValue={announcement?.content} />
      </Field>
      <Field label="Stays for" name="length">
        <Select defaultValue={announcement ? "as it is" : ""} options={Object.entries(LENGTHS)}>
          {announcement && <option value="as it is">Unchanged</option>}
          <option value="">Until it’s ended</option>
        </Select>
      </Field>
    </Form>
  );
}

function endOf(chosen: string): { until?: string | null } {
  if (chosen === "as it is") return {};
  return { until: chosen === "" ? null : new Date(Date.now() + Number(chosen) * HOUR_MS).toISOString() };
}

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
            trigger={{ label: "End", size: "small", variant: "bare" }}
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
