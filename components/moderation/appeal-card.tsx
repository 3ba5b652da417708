"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Field, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { RelativeTime } from "@/components/ui/relative-time";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { DECISION_REASON_LENGTH } from "@/lib/domain/moderation/rules";
import type { Appeal } from "@/lib/domain/moderation/schema";
import { ACTION_LABELS, SUBJECT_LABELS } from "./labels";

/** An appeal that waits for an answer. */
export function AppealCard({ appeal }: { appeal: Appeal }) {
  const { decision, account, snapshot } = appeal;
  const [answered, setAnswered] = useState(false);
  const router = useRouter();
  if (answered) return null;

  async function submit(entries: FormData) {
    await call("POST /api/moderation/appeals/{id}", {
      id: decision.id,
      granted: entries.get("granted") === "yes",
      answer: String(entries.get("answer")),
    });
    toastStore.add({ text: "Answered.", tone: "good" });
    setAnswered(true);
    router.refresh();
  }

  return (
    <article
      aria-label={`Appeal by ${account.name}`}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <p className="text-13 text-muted">
        <Badge>{ACTION_LABELS[decision.action].done}</Badge> {SUBJECT_LABELS[decision.subject.type]} of @
        {account.handle}, decided by @{decision.moderator.handle}, <RelativeTime at={decision.createdAt} />:{" "}
        {decision.reason}
      </p>
      {snapshot && (
        <blockquote className="rounded-control border border-line p-3 wrap-anywhere whitespace-pre-wrap">
          {snapshot.content || "No words."}
        </blockquote>
      )}
      <p className="wrap-anywhere whitespace-pre-wrap">
        <b className="font-semibold">@{account.handle} says:</b> {appeal.content}
      </p>
      <Form action="Answer" narrow submit={submit} className="grid gap-3">
        <RadioCards
          legend="Your answer"
          name="granted"
          defaultValue="no"
          className="sm:grid-cols-2"
          cards={[
            { value: "no", label: "The decision stands" },
            { value: "yes", label: "Take it back" },
          ]}
        />
        <Field label="What the person is told" name="answer">
          <Textarea rows={2} required maxLength={DECISION_REASON_LENGTH.max} />
        </Field>
      </Form>
    </article>
  );
}
