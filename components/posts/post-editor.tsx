"use client";

import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorNote } from "@/components/ui/error-note";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { toastStore } from "@/components/ui/toast-store";
import { MAX_ALT } from "@/lib/domain/media/rules";
import { contentLength, MAX_CONTENT } from "@/lib/domain/posts/rules";
import type { TimelinePost } from "@/lib/domain/timeline/schema";
import { LengthRing } from "./length-ring";
import { PostText } from "./post-text";
import { usePostEdit } from "./use-post-edit";

interface PostEditorProps {
  post: TimelinePost;
  onClose: () => void;
}

/** Edits a post where it stands. What was typed stays until it is saved or given up. */
export default function PostEditor({ post, onClose }: PostEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const [content, setContent] = useState(post.content);
  const [alts, setAlts] = useState(() => Object.fromEntries(post.media.map(({ id, alt }) => [id, alt])));
  const { saving, save, readNewer } = usePostEdit(post);
  const length = contentLength(content.trim());
  const ready = (length > 0 || post.media.length > 0) && length <= MAX_CONTENT;

  useEffect(() => {
    // After the menu, which gives the focus back to its button as it closes.
    const timer = setTimeout(() => {
      field.current?.focus();
      field.current?.setSelectionRange(field.current.value.length, field.current.value.length);
    });
    return () => clearTimeout(timer);
  }, []);

  function close() {
    const menu = form.current?.closest("[data-post]")?.querySelector<HTMLElement>("[aria-haspopup=menu]");
    onClose();
    menu?.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!ready || saving.phase === "saving") return;
    const media = post.media.map(({ id }) => ({ id, alt: (alts[id] ?? "").trim() }));
    if (!(await save({ content: content.trim(), media }))) return;
    toastStore.add({ text: "Post saved.", tone: "good" });
    close();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
    if (event.key === "Escape") close();
  }

  return (
    <form
      ref={form}
      aria-label="Edit your post"
      onSubmit={(event) => void submit(event)}
      onKeyDown={onKeyDown}
      className="mt-2 space-y-3"
    >
      <Textarea
        ref={field}
        aria-label="Your post"
        rows={3}
        value={content}
        onChange={(event) => setContent(event.target.value)}
      />
      {post.media.map(({ id, url }, index) => (
        <div key={id} className="flex items-center gap-3">
          {/* eslint-disable-next-line @next/next/no-img-element -- the store serves it as it should be seen */}
          <img src={url} alt="" className="size-12 shrink-0 rounded-control object-cover" />
          <div className="min-w-0 grow">
            <Field label={`Description of picture ${index + 1}`} hideLabel>
              <Input
                value={alts[id]}
                maxLength={MAX_ALT}
                placeholder="Describe it for people who can’t see it"
                onChange={(event) => setAlts({ ...alts, [id]: event.target.value })}
              />
            </Field>
          </div>
        </div>
      ))}
      {saving.phase === "failed" && <ErrorNote>{saving.message}</ErrorNote>}
      {saving.phase === "outdated" && (
        <ErrorNote>
          <p>You edited this post somewhere else in the meantime. Nothing was saved, and your text is still here.</p>
          <Button size="small" className="mt-2" pending={saving.reading} onClick={() => void readNewer()}>
            See the newer version
          </Button>
        </ErrorNote>
      )}
      {saving.phase === "comparing" && (
        <section aria-label="The newer version" className="rounded-control border border-line px-3.5 py-2.5">
          <h3 className="mb-1 text-13 font-medium text-muted">What it says now. Saving replaces it.</h3>
          <PostText content={saving.newer.content} place="comment" />
          <Button size="small" className="mt-2" onClick={() => setContent(saving.newer.content)}>
            Start from this text
          </Button>
        </section>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        <LengthRing content={content} />
        <Button size="small" variant="bare" onClick={close}>
          Cancel
        </Button>
        <Button
          type="submit"
          size="small"
          variant="primary"
          disabled={!ready && saving.phase !== "saving"}
          pending={saving.phase === "saving"}
        >
          Save
        </Button>
      </div>
    </form>
  );
}
