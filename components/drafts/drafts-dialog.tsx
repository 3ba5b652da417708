import { useEffect, useEffectEvent, useState } from "react";
import { Button, disabledWithFocus, IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FailureNote, formFailure } from "@/components/ui/failure-note";
import type { FormFailure } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { useAction } from "@/components/shell/use-action";
import { AUDIENCES } from "@/components/posts/audiences";
import { call } from "@/lib/client/call";
import type { Draft } from "@/lib/domain/writing/drafts/schema";
import type { Written } from "./written";

type Drafts = { phase: "loading" } | { phase: "failed"; failure: FormFailure } | { phase: "ready"; list: Draft[] };

interface DraftsDialogProps {
  /** What the composer has; null while it is empty. */
  written: Written | null;
  /** The text was put aside. */
  onSaved: () => void;
  onChosen: (draft: Draft) => void;
  onClose: () => void;
}

/** Puts aside what is written, and shows what was put aside on any device. */
export default function DraftsDialog({ written, onSaved, onChosen, onClose }: DraftsDialogProps) {
  const [drafts, setDrafts] = useState<Drafts>({ phase: "loading" });
  const { pending, act } = useAction();
  const load = () =>
    call("GET /api/drafts").then(
      ({ data }) => setDrafts({ phase: "ready", list: data }),
      (error: unknown) => setDrafts({ phase: "failed", failure: formFailure(error) }),
    );
  const loadFirst = useEffectEvent(() => void load());
  useEffect(() => loadFirst(), []);

  function loadAgain() {
    setDrafts({ phase: "loading" });
    void load();
  }

  const save = (draft: Written) => call("POST /api/drafts", draft);
  const remove = ({ id }: Draft) => call("DELETE /api/drafts/{id}", { id });

  /** What is written takes its place among the drafts. The chosen one is in this browser before it leaves them. */
  async function choose(draft: Draft) {
    if (written) await save(written);
    onChosen(draft);
    await remove(draft);
  }

  async function discard(draft: Draft) {
    await remove(draft);
    setDrafts((now) => (now.phase === "ready" ? { ...now, list: now.list.filter(({ id }) => id !== draft.id) } : now));
  }

  return (
    <Dialog
      title="Drafts"
      description="On every device that you’re signed in with. Pictures are not kept."
      open
      onOpenChange={onClose}
    >
      {written && (
        <Button
          variant="primary"
          pending={pending}
          onClick={() => act(() => save(written).then(onSaved))}
          className="mb-4 w-full"
        >
          Save what you wrote as a draft
        </Button>
      )}
      {drafts.phase === "loading" && <Skeleton className="h-16" />}
      {drafts.phase === "failed" && (
        <>
          <FailureNote failure={drafts.failure} />
          <Button size="small" className="mt-2" onClick={loadAgain}>
            Try again
          </Button>
        </>
      )}
      {drafts.phase === "ready" && drafts.list.length === 0 && <p className="text-muted">No drafts so far.</p>}
      {drafts.phase === "ready" && drafts.list.length > 0 && (
        <ul aria-label="Drafts" className="divide-y divide-line border-y border-line">
          {drafts.list.map((draft) => (
            <li key={draft.id} className="flex items-center gap-1 py-1">
              <button
                type="button"
                onClick={() => act(() => choose(draft))}
                className="min-w-0 grow rounded-control px-2 py-2 text-left hover:bg-hover"
                {...(pending && disabledWithFocus)}
              >
                <span className="line-clamp-2 wrap-anywhere">{draft.warning ?? draft.content}</span>
                <span className="mt-0.5 block text-13 text-muted">
                  <RelativeTime at={draft.createdAt} /> · {AUDIENCES[draft.audience].choice}
                </span>
              </button>
              <IconButton label="Delete this draft" disabled={pending} onClick={() => act(() => discard(draft))}>
                <Icon name="trash" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}
