import { useEffect, useEffectEvent, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorNote } from "@/components/ui/error-note";
import { ExactTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import { call } from "@/lib/client/call";
import { messageOf } from "@/lib/client/call-error";
import type { PostVersionEntry } from "@/lib/domain/writing/posts/schema";
import { PostText } from "./post-text";

type Reading = { phase: "reading" } | { phase: "read" } | { phase: "failed"; message: string };

export default function PostVersions({ postId, onClose }: { postId: string; onClose: () => void }) {
  const [versions, setVersions] = useState<PostVersionEntry[]>([]);
  const [cursor, setCursor] = useState<string | null>();
  const [reading, setReading] = useState<Reading>({ phase: "reading" });

  const read = () =>
    call("GET /api/posts/{id}/history", { id: postId, cursor: cursor ?? undefined }).then(
      (page) => {
        setVersions((before) => (cursor ? [...before, ...page.data] : page.data));
        setCursor(page.nextCursor);
        setReading({ phase: "read" });
      },
      (error: unknown) => setReading({ phase: "failed", message: messageOf(error) }),
    );

  function readOn() {
    setReading({ phase: "reading" });
    void read();
  }

  const readFirst = useEffectEvent(() => void read());
  useEffect(() => readFirst(), []);

  return (
    <Dialog
      title="Versions"
      description="What this post says, and what it said before it was edited."
      open
      onOpenChange={(open) => !open && onClose()}
    >
      <ol aria-busy={reading.phase === "reading"} className="divide-y divide-line">
        {versions.map(({ version, content, warning, media, createdAt }, index) => (
          <li key={version} className="py-3">
            <p className="mb-1 text-13 text-muted">
              {index === 0 ? "Now, since " : version === 1 ? "First, " : ""}
              <ExactTime at={createdAt} seconds />
            </p>
            {warning !== null && <p className="mb-1 text-13 font-medium">Warning: {warning}</p>}
            {content === "" ? (
              <p className="text-muted">No text, only pictures.</p>
            ) : (
              <PostText content={content} place="comment" />
            )}
            {media.map(({ id, alt }, picture) => (
              <p key={id} className="mt-1 text-13 text-muted">
                Picture {picture + 1}: {alt || "no description"}
              </p>
            ))}
          </li>
        ))}
      </ol>
      {reading.phase === "reading" && <Skeleton className="h-28 w-full" />}
      {reading.phase === "failed" && (
        <ErrorNote>
          <p>{reading.message}</p>
          <Button size="small" className="mt-2" onClick={readOn}>
            Try again
          </Button>
        </ErrorNote>
      )}
      {reading.phase === "read" && cursor && (
        <Button size="small" onClick={readOn}>
          Show earlier versions
        </Button>
      )}
    </Dialog>
  );
}
