"use client";

import { useDone } from "@/components/shell/use-done";
import { Checkbox } from "@/components/ui/checkbox";
import { Form } from "@/components/ui/form";
import { call } from "@/lib/client/call";
import { NOTIFICATION_KINDS, type NotificationKind } from "@/lib/domain/consequences/notifications/rules";
import type { NotificationSettings } from "@/lib/domain/consequences/notifications/schema";

const LABELS: Record<NotificationKind, { label: string; hint?: string }> = {
  likes: { label: "Likes", hint: "Of your posts and builds." },
  reposts: { label: "Reposts" },
  quotes: { label: "Quotes", hint: "Posts that quote one of yours." },
  follows: { label: "New followers" },
  comments: { label: "Comments and replies", hint: "On your posts and builds, and to what you said." },
  mentions: { label: "Mentions", hint: "In posts, comments and rooms." },
  duels: { label: "Duels", hint: "Challenges and results. Challenges still wait on the page of duels." },
};

const ownTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

export function NotificationSettingsForm({ settings: { site } }: { settings: NotificationSettings }) {
  const done = useDone();

  async function submit(entries: FormData) {
    const chosen = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, entries.has(kind)]));
    await call("PATCH /api/notifications/settings", { site: chosen, time_zone: ownTimeZone() });
    done("Saved.");
  }

  return (
    <Form action="Save" narrow submit={submit} className="flex flex-col gap-4">
      {NOTIFICATION_KINDS.map((kind) => (
        <Checkbox key={kind} name={kind} defaultChecked={site[kind]} {...LABELS[kind]} />
      ))}
    </Form>
  );
}
