"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Field, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { RelativeTime } from "@/components/ui/relative-time";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { MAX_REQUEST_REASON } from "@/lib/domain/accounts/rules";
import type { SignUpRequests } from "@/lib/domain/accounts/schema";

/** A request for an account. */
export function SignUpRequestCard({ request }: { request: SignUpRequests["data"][number] }) {
  const { id, name, handle, mailDomain, reason, createdAt } = request;
  const [decided, setDecided] = useState(false);
  const router = useRouter();
  if (decided) return null;

  async function submit(entries: FormData) {
    const approved = entries.get("approved") === "yes";
    await call("POST /api/moderation/sign-up-requests/{id}", { id, approved, reason: String(entries.get("reason")) });
    toastStore.add({ text: approved ? `@${handle} has an account.` : "Refused.", tone: "good" });
    setDecided(true);
    router.refresh();
  }

  return (
    <article
      aria-label={`Request by ${name}`}
      className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5"
    >
      <div>
        <p className="font-medium wrap-anywhere">
          {name} <span className="font-normal text-muted">@{handle}</span>
        </p>
        <p className="text-13 wrap-anywhere text-muted">
          Mail at {mailDomain}, <RelativeTime at={createdAt} />
        </p>
      </div>
      <p className="wrap-anywhere whitespace-pre-wrap">
        {reason || <span className="text-muted">Gave no reason.</span>}
      </p>
      <Form action="Decide" narrow submit={submit} className="grid gap-3">
        <RadioCards
          legend="Your decision"
          name="approved"
          defaultValue="yes"
          className="sm:grid-cols-2"
          cards={[
            { value: "yes", label: "Approve" },
            { value: "no", label: "Refuse" },
          ]}
        />
        <Field label="Reason for refusing" name="reason" hint="Optional. Sent to them by e-mail.">
          <Textarea rows={1} maxLength={MAX_REQUEST_REASON} />
        </Field>
      </Form>
    </article>
  );
}
