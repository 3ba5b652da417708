"use client";

import { type ReactNode, useState } from "react";
import { useDone } from "@/components/shell/use-done";
import { Badge } from "@/components/ui/badge";
import { Field, Textarea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { RadioCards } from "@/components/ui/radio-cards";
import { RelativeTime } from "@/components/ui/relative-time";
import { call } from "@/lib/client/call";
import { MAX_REQUEST_REASON } from "@/lib/domain/accounts/lifecycle/rules";
import type { SignUpRequests } from "@/lib/domain/accounts/lifecycle/schema";
import { DECISION_REASON_LENGTH } from "@/lib/domain/people/moderation/rules";
import type { Appeal } from "@/lib/domain/people/moderation/schema";
import { ACTION_LABELS, SUBJECT_LABELS } from "./labels";

export function AppealCard({ appeal }: { appeal: Appeal }) {
  const { decision, account, snapshot } = appeal;
  return (
    <AnswerCard
      label={`Appeal by ${account.name}`}
      legend="Your answer"
      choices={{ no: "The decision stands", yes: "Take it back" }}
      action="Answer"
      name="answer"
      answer={async (granted, answer) => {
        await call("POST /api/moderation/appeals/{id}", { id: decision.id, granted, answer });
        return "Answered.";
      }}
      words={
        <Field label="What the person is told" name="answer">
          <Textarea rows={2} required maxLength={DECISION_REASON_LENGTH.max} />
        </Field>
      }
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
    </AnswerCard>
  );
}

export function SignUpRequestCard({ request }: { request: SignUpRequests["data"][number] }) {
  const { id, name, handle, mailDomain, createdAt } = request;
  return (
    <AnswerCard
      label={`Request by ${name}`}
      legend="Your decision"
      choices={{ yes: "Approve", no: "Refuse" }}
      action="Decide"
      name="reason"
      answer={async (approved, reason) => {
        await call("POST /api/moderation/sign-up-requests/{id}", { id, approved, reason });
        return approved ? `@${handle} has an account.` : "Refused.";
      }}
      words={
        <Field label="Reason for refusing" name="reason" hint="Optional. Sent to them by e-mail.">
          <Textarea rows={1} maxLength={MAX_REQUEST_REASON} />
        </Field>
      }
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
        {request.reason || <span className="text-muted">Gave no reason.</span>}
      </p>
    </AnswerCard>
  );
}

interface AnswerCardProps {
  label: string;
  legend: string;
  /** The label of each answer; the first is chosen unless somebody changes it. */
  choices: Record<"yes" | "no", string>;
  /** The field of the words that go with the answer, and its name. */
  words: ReactNode;
  name: string;
  action: string;
  /** Resolves to the message of success. */
  answer: (isYes: boolean, words: string) => Promise<string>;
  children: ReactNode;
}

/** What waits for a yes or no; it goes once it was answered. */
function AnswerCard({ label, legend, choices, words, name, action, answer, children }: AnswerCardProps) {
  const [isAnswered, setAnswered] = useState(false);
  const done = useDone();
  if (isAnswered) return null;

  async function submit(entries: FormData) {
    const text = await answer(entries.get("choice") === "yes", String(entries.get(name)));
    setAnswered(true);
    done(text);
  }

  const cards = Object.entries(choices).map(([value, choice]) => ({ value, label: choice }));
  return (
    <article aria-label={label} className="grid gap-4 rounded-card border border-line bg-surface p-4 md:p-5">
      {children}
      <Form action={action} narrow submit={submit} className="grid gap-3">
        <RadioCards
          legend={legend}
          name="choice"
          defaultValue={cards[0]!.value}
          className="sm:grid-cols-2"
          cards={cards}
        />
        {words}
      </Form>
    </article>
  );
}
