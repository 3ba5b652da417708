"use client";

import clsx from "clsx";
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import { useRouter } from "next/navigation";
import { Icon } from "@/components/ui/icon";
import { loadOnDemand } from "@/components/shell/load-on-demand";
import { useViewer } from "@/components/shell/viewer-context";
import { Avatar } from "@/components/ui/avatar";
import { Button, IconButton } from "@/components/ui/button";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import type { FormFailure } from "@/components/ui/field";
import { toastStore } from "@/components/ui/toast-store";
import { isKey } from "@/lib/client/key-press";
import { contentLength, MAX_CONTENT, MAX_MEDIA } from "@/lib/domain/writing/posts/rules";
import type { TimelinePost } from "@/lib/domain/writing/posts/schema";
import { XP } from "@/lib/domain/play/progression/rules";
import { type Audience, AUDIENCES } from "./audiences";
import { FileChoice } from "@/components/media/file-choice";
import { type DraftImages, useImageDrop, useImages } from "@/components/media/use-images";
import { DraftsButton } from "@/components/drafts/drafts-button";
import type { Written } from "@/components/drafts/written";
import { TextAids } from "@/components/writing/text-aids";
import { LengthRing } from "./length-ring";
import { QuoteCard } from "./quote-card";
import { publish } from "./posted";
import { useDraft } from "./use-draft";

// What few posts have is loaded once it is asked for.
const loadImageList = async () => ({
  default: (await import("@/components/media/draft-image-list")).DraftImageList,
});
const DraftImageList = loadOnDemand(loadImageList);
const WarningField = loadOnDemand(async () => ({ default: (await import("./warning-field")).WarningField }));
const Scheduling = loadOnDemand(() => import("@/components/scheduled/scheduling"));

type Posting = { phase: "writing" } | { phase: "posting" } | { phase: "failed"; failure: FormFailure };

interface ComposerProps {
  autoFocus?: boolean;
  /** The post that the new one quotes. */
  quoted?: TimelinePost;
  /** What it says at first. */
  begun?: string;
  onPosted?: (how: "posted" | "scheduled") => void;
}

/** The composer. The text survives a reload; pictures come by button, drop or paste. */
export function Composer({ autoFocus = false, quoted, begun = "", onPosted }: ComposerProps) {
  const viewer = useViewer();
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const [content, setContent] = useDraft(placeOf(quoted, begun), field, begun);
  const [warning, setWarning] = useState<string | null>(null);
  const [audience, setAudience] = useState<Audience>("PUBLIC");
  /** When it goes out, in the browser's time zone, or "" until that is chosen; null for at once. */
  const [moment, setMoment] = useState<string | null>(null);
  const [posting, setPosting] = useState<Posting>({ phase: "writing" });
  const images = useImages({ noun: "A post", max: MAX_MEDIA });
  const drop = useImageDrop(images.add);
  if (!viewer) return null;

  const length = contentLength(content.trim());
  const ready = (length > 0 || images.list.length > 0) && length <= MAX_CONTENT;

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (!viewer || !ready || posting.phase === "posting") return;
    setPosting({ phase: "posting" });
    try {
      const collected = await images.collect();
      if (!collected)
        return setPosting({ phase: "failed", failure: { message: "A picture didn’t upload. Retry or remove it." } });
      const draft = {
        content: content.trim(),
        warning: warning?.trim() || null,
        audience,
        quoteId: quoted?.id,
        images: collected,
      };
      const done =
        moment === null
          ? DONE[await publish(draft)]
          : await (await import("@/components/scheduled/schedule")).schedule(draft, new Date(moment));
      setContent("");
      setWarning(null);
      setMoment(null);
      images.clear();
      setPosting({ phase: "writing" });
      toastStore.add(done);
      onPosted?.(moment === null ? "posted" : "scheduled");
    } catch (error) {
      setPosting({ phase: "failed", failure: formFailure(error) });
    }
  }

  function goOnWith(draft: Written) {
    setContent(draft.content);
    setWarning(draft.warning);
    setAudience(draft.audience);
    field.current?.focus();
  }

  return (
    <form
      ref={form}
      aria-label="Write a post"
      onSubmit={submit}
      {...drop.handlers}
      className={clsx(SHEET, drop.over && "outline-2 -outline-offset-4 outline-brand outline-dashed")}
    >
      <Avatar src={viewer.image} name={viewer.name} className="max-sm:hidden" />
      <div className="min-w-0">
        <TextAids field={field} content={content} maxLength={MAX_CONTENT}>
          <textarea
            ref={field}
            id="composer"
            aria-label="Your post"
            placeholder={quoted ? "Say something about it…" : "Pin something up…"}
            rows={2}
            autoFocus={autoFocus}
            value={content}
            onChange={(event) => setContent(event.target.value)}
            onKeyDown={(event) => sendsByKey(event) && form.current?.requestSubmit()}
            onPaste={(event) => images.add(pastedFiles(event))}
            className="block field-sizing-content max-h-100 w-full resize-none bg-transparent pt-1.5 text-17 outline-none placeholder:text-muted"
          />
        </TextAids>
        {warning !== null && (
          <div className="mt-2">
            <WarningField value={warning} onChange={setWarning} onClose={() => setWarning(null)} />
          </div>
        )}
        {moment !== null && <Scheduling value={moment} onChange={setMoment} onClose={() => setMoment(null)} />}
        <Pictures images={images} />
        {quoted && <QuoteCard post={quoted} />}
        {posting.phase === "failed" && <FailureNote failure={posting.failure} className="mt-2" />}
        <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-2">
          <FileChoice
            label="Add pictures"
            multiple
            disabled={images.list.length >= MAX_MEDIA}
            onFiles={images.add}
            className="icon-button -ml-2.5 hover:bg-brand-soft! hover:text-brand!"
          >
            <Icon name="image-plus" />
          </FileChoice>
          <IconButton
            label="Warning"
            title="Hide it behind a warning"
            aria-pressed={warning !== null}
            onClick={() => setWarning(warning === null ? "" : null)}
            className="hover:bg-brand-soft! hover:text-brand! aria-pressed:text-brand!"
          >
            <Icon name="triangle-exclamation-point" />
          </IconButton>
          <IconButton
            label="Schedule it"
            title="Choose when it goes out"
            aria-pressed={moment !== null}
            onClick={() => setMoment(moment === null ? "" : null)}
            className="hover:bg-brand-soft! hover:text-brand! aria-pressed:text-brand!"
          >
            <Icon name="calendar-clock" />
          </IconButton>
          {!quoted && <DraftsButton written={{ content, warning, audience }} goOnWith={goOnWith} />}
          <AudienceChoice value={audience} onChange={setAudience} />
          <div className="ml-auto flex items-center gap-3">
            <LengthRing content={content} />
            <Button
              type="submit"
              variant="primary"
              disabled={!ready && posting.phase !== "posting"}
              pending={posting.phase === "posting"}
            >
              {moment === null ? "Post" : "Schedule"}
            </Button>
          </div>
        </div>
      </div>
    </form>
  );
}

function Pictures({ images }: { images: DraftImages }) {
  return images.list.length > 0 && <DraftImageList images={images} label="Pictures" onClose={images.clear} />;
}

const DONE = {
  sent: { text: `Posted! You earned ${XP.post} XP.`, tone: "good" },
  waiting: { text: "You’re offline. Your post waits, and goes out once you’re connected.", tone: "plain" },
} as const;

/** A quote, and a post that a page began, have drafts of their own. */
function placeOf(quoted: TimelinePost | undefined, begun: string): string {
  if (quoted) return `quote:${quoted.id}`;
  return begun ? `begun:${begun}` : "post";
}

function sendsByKey(event: KeyboardEvent) {
  return isKey(event, "Enter") && (event.ctrlKey || event.metaKey);
}

function pastedFiles(event: ClipboardEvent): File[] {
  const files = [...event.clipboardData.files];
  if (files.length > 0) event.preventDefault();
  return files;
}

const SHEET =
  "grid grid-cols-[minmax(0,1fr)] gap-x-3 border-line px-4 pt-4 pb-3 md:px-6 sm:grid-cols-[2.5rem_minmax(0,1fr)]";

function AudienceChoice({ value, onChange }: { value: Audience; onChange: (audience: Audience) => void }) {
  return (
    <span className="relative inline-flex h-(--control-small) items-center rounded-full text-13 font-medium text-muted transition-colors hover:bg-brand-soft hover:text-brand">
      <Icon name={AUDIENCES[value].icon} className="pointer-events-none absolute left-2.5 size-4" />
      <select
        aria-label="Who can see this"
        value={value}
        onChange={(event) => onChange(event.target.value as Audience)}
        className="h-full appearance-none rounded-full bg-transparent pr-7 pl-8 [&>option]:bg-surface [&>option]:text-ink"
      >
        {Object.entries(AUDIENCES).map(([audience, { choice }]) => (
          <option key={audience} value={audience}>
            {choice}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" className="pointer-events-none absolute right-2 size-4" />
    </span>
  );
}

export function NewPost({ quoted, begun }: Pick<ComposerProps, "quoted" | "begun">) {
  const router = useRouter();
  return (
    <Composer
      autoFocus
      quoted={quoted}
      begun={begun}
      onPosted={(how) => router.push(how === "posted" ? "/" : "/posts/scheduled")}
    />
  );
}
