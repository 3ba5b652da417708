"use client";

import { useState } from "react";
import { AUDIENCES, type Audience } from "@/components/posts/audiences";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { Field, Input, Select, Textarea } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { textIn } from "@/components/ui/form-values";
import { toastStore } from "@/components/ui/toast-store";
import { call } from "@/lib/client/call";
import { CallError } from "@/lib/client/call-error";
import { MAX_CONTENT, MAX_WARNING } from "@/lib/domain/writing/posts/rules";
import type { ScheduledPost } from "@/lib/domain/writing/scheduled/schema";
import { localTime } from "./moment";
import { MomentField } from "./moment-field";

export function ScheduledActions({ post }: { post: ScheduledPost }) {
  return (
    <div className="flex gap-2">
      <EditScheduled post={post} />
      <ConfirmDialog
        title={post.failure ? "Delete this post?" : "Cancel this post?"}
        trigger={{ label: post.failure ? "Delete" : "Cancel post", size: "small", variant: "bare" }}
        action={post.failure ? "Delete" : "Cancel post"}
        danger
        refreshes
        onConfirm={() => cancel(post)}
      >
        It won’t go out, and its text and pictures are deleted.
      </ConfirmDialog>
    </div>
  );
}

const GONE = "It has gone out already, or was cancelled. Nothing was changed.";

/** Whether it is no longer scheduled. */
const isGone = (error: unknown) => error instanceof CallError && error.status === 404;

/** The page is refreshed either way: one that went out a moment ago is no longer on it. */
async function cancel({ id }: ScheduledPost): Promise<void> {
  await call("DELETE /api/me/scheduled-posts/{id}", { id }).catch((error: unknown) => {
    if (!isGone(error)) throw error;
    toastStore.add({ text: GONE, tone: "plain" });
  });
}

function EditScheduled({ post }: { post: ScheduledPost }) {
  const before = localTime(new Date(post.publishAt));
  const [moment, setMoment] = useState(post.failure ? "" : before);

  async function save(entries: FormData) {
    const changes = {
      content: textIn(entries.get("content")),
      warning: textIn(entries.get("warning")) || null,
      audience: textIn(entries.get("audience")) as Audience,
      publish_at: moment === before ? undefined : new Date(moment).toISOString(),
    };
    try {
      await call("PATCH /api/me/scheduled-posts/{id}", { id: post.id, ...changes });
    } catch (error) {
      if (!isGone(error)) throw error;
      return { message: GONE };
    }
  }

  return (
    <FormDialog
      title={post.failure ? "Schedule again" : "Edit scheduled post"}
      trigger={{ label: post.failure ? "Schedule again" : "Edit", size: "small" }}
      submit={save}
      action={post.failure ? "Schedule" : "Save"}
    >
      <Field label="Text" name="content">
        <Textarea maxLength={MAX_CONTENT} required={post.media.length === 0} defaultValue={post.content} />
      </Field>
      <MomentField value={moment} onChange={setMoment} stays={post.failure ? undefined : before} />
      <Field label="Who can see it" name="audience">
        <Select
          options={Object.entries(AUDIENCES).map(([audience, { choice }]) => [audience, choice] as const)}
          defaultValue={post.audience}
        />
      </Field>
      <Field label="Warning" name="warning" hint="Hides the post until a reader opens it. Empty for none.">
        <Input maxLength={MAX_WARNING} defaultValue={post.warning ?? ""} />
      </Field>
    </FormDialog>
  );
}
