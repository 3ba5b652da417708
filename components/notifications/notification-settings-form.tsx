"use client";

import { useDone } from "@/components/shell/use-done";
import { Checkbox } from "@/components/ui/checkbox";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { NOTIFICATION_KINDS } from "@/lib/domain/consequences/notifications/rules";
import type { NotificationSettings } from "@/lib/domain/consequences/notifications/schema";
import { KIND_LABELS } from "./kind-labels";

export function NotificationSettingsForm({ settings: { site } }: { settings: NotificationSettings }) {
  const done = useDone();

  async function submit(entries: FormData) {
    const chosen = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, entries.has(kind)]));
    await call("PATCH /api/notifications/settings", { site: chosen });
    done("Saved.");
  }

  return (
    <Form action="Save" narrow submit={submit} className="flex flex-col gap-4">
      {NOTIFICATION_KINDS.map((kind) => (
        <Checkbox key={kind} name={kind} defaultChecked={site[kind]} {...KIND_LABELS[kind]} />
      ))}
    </Form>
  );
}
