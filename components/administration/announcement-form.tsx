"use client";

import { useRouter } from "next/navigation";
import { useId } from "react";
import { Field } from "@/components/ui/field";
import { Form, FormError, SubmitButton } from "@/components/ui/form";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import type { Announcement } from "@/lib/domain/announcements/schema";
import { HOUR_MS } from "@/lib/domain/durations";

/** How long an announcement may stay, in hours. */
const LENGTHS = { "1": "An hour", "24": "A day", "72": "Three days", "168": "A week", "720": "Thirty days" };

interface AnnouncementFormProps {
  /** The announcement to edit; without it, a new one is created. */
  announcement?: Announcement;
  onDone?: () => void;
}

/** Writes an announcement, or changes one in force. */
export function AnnouncementForm({ announcement, onDone }: AnnouncementFormProps) {
  const router = useRouter();
  const formId = useId();

  async function submit(entries: FormData) {
    const content = String(entries.get("content") ?? "");
    const chosen = String(entries.get("length") ?? "");
    if (announcement)
      await call("PATCH /api/admin/announcements/{id}", { id: announcement.id, content, ...endOf(chosen) });
    else await call("POST /api/admin/announcements", { content, ...endOf(chosen) });
    toastStore.add({ text: announcement ? "Saved." : "It’s on every page within seconds.", tone: "good" });
    if (!announcement) document.querySelector<HTMLFormElement>(`[data-form="${formId}"]`)?.reset();
    onDone?.();
    router.refresh();
  }

  return (
    <Form submit={submit} data-form={formId} className="grid gap-4">
      <Field label="Announcement" name="content" hint="A line or two. Markdown: links, emphasis, code.">
        <Textarea required rows={3} defaultValue={announcement?.content} />
      </Field>
      <Field label="Stays for" name="length">
        <Select defaultValue={announcement ? "as it is" : ""}>
          {announcement && <option value="as it is">Unchanged</option>}
          <option value="">Until it’s ended</option>
          {Object.entries(LENGTHS).map(([hours, label]) => (
            <option key={hours} value={hours}>
              {label} from now
            </option>
          ))}
        </Select>
      </Field>
      <FormError />
      <SubmitButton variant={announcement ? "quiet" : "primary"} className="justify-self-start">
        {announcement ? "Save" : "Announce"}
      </SubmitButton>
    </Form>
  );
}

function endOf(chosen: string): { until?: string | null } {
  if (chosen === "as it is") return {};
  return { until: chosen === "" ? null : new Date(Date.now() + Number(chosen) * HOUR_MS).toISOString() };
}
